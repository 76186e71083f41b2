import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENTRY } from '../../../cli/options/entry.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { copyFixture } from '../../server/fixture-template.ts'
import { AS_NOBODY, whyNotNobody } from '../../servers/nobody.ts'
import { testFolder } from '../../test-folder.ts'
import { linesOf, towlineHere } from '../towline.ts'

const folder = testFolder()
const web = join(folder, 'web')
const database = join(folder, 'towline.sqlite')

before(async () => {
  await mkdir(web)
  await writeFile(join(web, 'index.html'), '<!doctype html><title>dashboard</title>')
  await copyFixture(database)
})

interface Run {
  readonly process: ChildProcess
  /** What it has printed so far. */
  readonly said: { out: string; error: string }
  readonly closed: Promise<unknown>
}

function start(...args: string[]): Run {
  return startUnder([], ...args)
}

function startUnder(under: readonly string[], ...args: string[]): Run {
  const [program = '', ...rest] = [...under, process.execPath, ENTRY, 'serve', ...args]
  const run = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', error: '' }
  run.stdout.on('data', (piece: Buffer) => {
    said.out += piece.toString()
  })
  run.stderr.on('data', (piece: Buffer) => {
    said.error += piece.toString()
  })
  return { process: run, said, closed: once(run, 'close') }
}

/** Until it says where it listens. */
async function address({ process: run, said, closed }: Run): Promise<string> {
  while (!said.out.includes('\n')) {
    await Promise.race([once(run.stdout as NodeJS.ReadableStream, 'data'), closed])
    assert.deepEqual([run.exitCode, run.signalCode], [null, null], said.error)
  }
  return /http:\/\/[^/]+/.exec(said.out)?.[0] ?? ''
}

/** When it has ended and all that it said has been read. */
async function stopped({ process: run, closed }: Run): Promise<number | null> {
  await closed
  return run.exitCode
}

/** What it logs comes by another way than its answers. */
async function untilSaid({ process: run, said }: Run, text: RegExp): Promise<void> {
  while (!text.test(said.error)) {
    assert.deepEqual([run.exitCode, run.signalCode], [null, null], said.error)
    await sleep(20)
  }
}

test('it serves dashboard and API under the operator’s licence, and ends on Ctrl-C with nothing on the error stream', async () => {
  const run = start('--port', '0', '--database', database, '--web', web, '--data-license', 'CC0-1.0')
  const url = await address(run)
  assert.match(await (await fetch(`${url}/sites`)).text(), /dashboard/)
  const answer = await fetch(`${url}/api/v1/meta`)
  const meta = (await answer.json()) as { recorded: boolean; license: { id: string } }
  assert.deepEqual([meta.recorded, meta.license.id], [false, 'CC0-1.0'])
  assert.match(answer.headers.get('link') ?? '', /rel="license"/)
  run.process.kill('SIGINT')
  assert.equal(await stopped(run), 0)
  assert.equal(run.said.error, '')
})

test('a request that is under way when Ctrl-C comes is answered to its end, and no other is taken', async () => {
  // No licence is granted either.
  const run = start('--port', '0', '--database', database, '--web', web, '--data-license', 'none')
  const url = new URL(await address(run))
  const half = connect(Number(url.port), url.hostname)
  half.write('GET /api/v1/meta HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n')
  // Answered after what was written before it, so the half request has arrived.
  await (await fetch(`${url.href}healthz`)).text()
  run.process.kill('SIGINT')
  while (
    await fetch(`${url.href}healthz`).then(
      () => true,
      () => false,
    )
  )
    await sleep(20)
  half.write('\r\n')
  const answer = await text(half)
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n.*"tool"/s)
  assert.match(answer, /"license":null/)
  assert.doesNotMatch(answer, /rel="license"/)
  assert.equal(await stopped(run), 0)
})

test('a database that may only be read is served all the same', { skip: whyNotNobody }, async () => {
  await chmod(folder, 0o777)
  await chmod(database, 0o444)
  const run = startUnder(AS_NOBODY, '--port', '0', '--database', database, '--web', web, '--recorded')
  const url = await address(run)
  const meta = (await (await fetch(`${url}/api/v1/meta`)).json()) as { recorded: boolean; notice: string }
  assert.equal(meta.recorded, true)
  assert.match(meta.notice, /recorded demonstration/)
  run.process.kill('SIGINT')
  assert.equal(await stopped(run), 0)
  await chmod(database, 0o644)
})

test('a database in a folder that may not be written to is served as it stands, until somebody writes to it', {
  skip: whyNotNobody,
}, async () => {
  const closed = join(folder, 'closed')
  const file = join(closed, 'towline.sqlite')
  await mkdir(closed)
  await copyFile(database, file)
  await chmod(folder, 0o755)
  await chmod(closed, 0o555)
  const run = startUnder(AS_NOBODY, '--port', '0', '--database', file, '--web', web)
  const url = await address(run)
  const sites = async () => {
    const response = await fetch(`${url}/api/v1/sites`)
    return [response.status, await response.json()] as const
  }
  const [status, { total }] = (await sites()) as readonly [number, { total: number }]
  assert.deepEqual([status, total > 30], [200, true])
  await untilSaid(run, /comparisons are not stored/)

  await chmod(closed, 0o755)
  {
    await using writer = await openDatabase({ url: file })
    assert.equal((await sites())[0], 503, 'a log is there now')
    await writer.write((query) => query("UPDATE campaigns SET vantage = 'elsewhere'"))
  }
  assert.deepEqual(readdirSync(closed), ['towline.sqlite'], 'the log is gone again')
  const [refused, body] = await sites()
  assert.equal(refused, 503)
  assert.match(JSON.stringify(body), /cannot be read at present/)
  await untilSaid(run, /has been written to since it was opened.*start again to see what is new/)
  run.process.kill('SIGINT')
  assert.equal(await stopped(run), 0)
})

test('a port that is in use is said in one line, and the process ends', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const run = start(
    '--port',
    String((taken.address() as AddressInfo).port),
    '--database',
    database,
    '--web',
    web,
  )
  assert.equal(await stopped(run), 69)
  assert.match(run.said.error, /^towline: port \d+ of 127\.0\.0\.1 is in use: [^\n]*--port[^\n]*\n$/)
  taken.close()
})

test('what is missing is said in one line, each with its exit code', async (t) => {
  const garbage = join(folder, 'garbage.sqlite')
  await writeFile(garbage, 'no database at all, but long enough to look like one '.repeat(50))
  for (const [args, code, line] of [
    [['--database', join(folder, 'none.sqlite'), '--web', web], 66, /there is no database/],
    [['--database', garbage, '--web', web], 65, /cannot be opened/],
    [['--database', database, '--web', join(folder, 'none')], 66, /the dashboard is not built/],
    [['--host', '192.0.2.77', '--database', database, '--web', web], 64, /is no address of this machine/],
    [['--port', '70000', '--database', database], 64, /from 0 to 65535/],
  ] as const) {
    const ended = await towlineHere(t, ['serve', ...args])
    assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`)
    assert.match(ended.stderr, line)
    assert.ok(linesOf(ended.stderr).length <= (code === 64 ? 2 : 1), ended.stderr)
  }
})
