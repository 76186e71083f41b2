import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
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
