import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { ENTRY } from '../../../cli/options/entry.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { listSurveys } from '../../../db/survey/surveys.ts'
import { environment, temporaryFolder, towline } from '../towline.ts'

/** Two sites whose name server refuses: a survey of them is over at once. */
async function refusedSites(folder: string): Promise<readonly string[]> {
  await writeFile(join(folder, 'list.csv'), '1,a.test\n2,b.test\n')
  return [
    ...['follow', '--list', 'list.csv', '--allow-address', '127.0.0.0/8', '--resolver', '127.0.0.1:1'],
    ...['--operations', 'dns', '--database', 'towline.sqlite', '--vantage', 'here'],
  ]
}

test('the command surveys what is due, and continues the surveys of the same options alone', async () => {
  await using folder = await temporaryFolder()
  const args = await refusedSites(folder.path)
  const follow = async (...more: string[]) => {
    const ended = await towline([...args, '--once', ...more], { cwd: folder.path })
    assert.equal(ended.code, 0, ended.stderr)
    return ended.stderr
  }
  assert.match(await follow(), /survey 1: 2 sites of list\.csv/)
  assert.match(await follow(), /survey 1 is the newest; the next is due \d{4}-/)
  assert.match(await follow('--top', '1'), /survey 2: 1 site of list\.csv/)
  {
    await using db = await openDatabase({ url: join(folder.path, 'towline.sqlite') })
    await db.write((query) =>
      query(
        "UPDATE surveys SET created_at = '2026-01-01T00:00:00.000Z', state = 'stopped', finished_at = NULL WHERE id = 1",
      ),
    )
  }
  assert.match(await follow(), /resuming survey 1/)
  assert.match(await follow(), /survey 3: 2 sites of list\.csv/)
  await using db = await openDatabase({ url: join(folder.path, 'towline.sqlite'), readOnly: true })
  assert.deepEqual(
    (await listSurveys(db)).map(({ id, state, vantage }) => [id, state, vantage]),
    [
      [3, 'finished', 'here'],
      [2, 'finished', 'here'],
      [1, 'finished', 'here'],
    ],
  )
})

test('while it waits for the next survey a SIGTERM ends it', async () => {
  await using folder = await temporaryFolder()
  const child = spawn(process.execPath, [ENTRY, ...(await refusedSites(folder.path))], {
    cwd: folder.path,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    // A second one would end it as the system does.
    if (!child.killed && /the next is due/.test(said)) child.kill('SIGTERM')
  })
  const [code] = await once(child, 'exit')
  assert.equal(code, EXIT.interrupted, said)
})

test('two that begin at once make one survey', async () => {
  await using folder = await temporaryFolder()
  const args = [...(await refusedSites(folder.path)), '--once']
  const ended = await Promise.all([1, 2].map(() => towline(args, { cwd: folder.path })))
  const codes = ended.map(({ code }) => code)
  assert.ok(codes.includes(EXIT.ok), ended.map(({ stderr }) => stderr).join('\n'))
  assert.deepEqual(
    codes.filter((code) => code !== EXIT.ok && code !== EXIT.tempFail),
    [],
  )
  await using db = await openDatabase({ url: join(folder.path, 'towline.sqlite'), readOnly: true })
  assert.deepEqual(
    (await listSurveys(db)).map(({ id, state }) => [id, state]),
    [[1, 'finished']],
  )
})

test('while one makes a survey another says so and ends with the exit code 75', async () => {
  await using folder = await temporaryFolder()
  const resolver = createSocket('udp4')
  resolver.bind(0, '127.0.0.1')
  await once(resolver, 'listening')
  const asked = once(resolver, 'message')
  // One site after the other, each of which waits in vain for its answer.
  const sites = Array.from({ length: 500 }, (_, index) => `${index + 1},${index}.test\n`)
  const args = [...(await refusedSites(folder.path)), '--once', '--concurrency', '1']
  args[args.indexOf('127.0.0.1:1')] = `127.0.0.1:${resolver.address().port}`
  await writeFile(join(folder.path, 'list.csv'), sites.join(''))
  const first = spawn(process.execPath, [ENTRY, ...args], {
    cwd: folder.path,
    env: environment(),
    stdio: 'ignore',
  })
  const ended = once(first, 'exit')
  try {
    await asked
    const second = await towline(args, { cwd: folder.path })
    assert.equal(second.code, EXIT.tempFail, second.stderr)
    assert.match(
      second.stderr,
      new RegExp(`^towline: another towline makes this survey \\(process ${first.pid} on .+\\)\n$`),
    )
  } finally {
    first.kill('SIGTERM')
    await ended
    resolver.close()
  }
  await using db = await openDatabase({ url: join(folder.path, 'towline.sqlite'), readOnly: true })
  assert.equal((await listSurveys(db)).length, 1)
})
