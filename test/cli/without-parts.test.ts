import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { WEB_FOLDER } from '../../cli/data/serve.ts'
import { ENTRY } from '../../cli/options/entry.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { temporarySqlite } from '../db/databases.ts'
import { AS_ELSEWHERE, withoutParts } from './elsewhere.ts'
import { argv, environment, linesOf, temporaryFolder, towline } from './towline.ts'

const ROOT = join(import.meta.dirname, '../..')
/** No part is there, and no /proc: as on a Mac that has nothing but a clone. */
const ON_A_MAC = { ...withoutParts('/nonexistent'), ...AS_ELSEWHERE }

async function recordedFolder(): ReturnType<typeof temporaryFolder> {
  const folder = await temporaryFolder()
  await copyFile(join(ROOT, 'demo/recorded.sqlite'), join(folder.path, 'recorded.sqlite'))
  return folder
}

test('on a Mac without optional parts every command that needs none of them works', async () => {
  await using folder = await recordedFolder()
  for (const command of argv`--version help ${'survey summary --database recorded.sqlite'} ${'campaign show 1 --database recorded.sqlite'} ${'lab plan quick --dry-run'} ${'load plan quick --dry-run'}`) {
    const { code, stdout, stderr } = await towline(command.split(' '), { cwd: folder.path, env: ON_A_MAC })
    assert.deepEqual([code, stderr], [0, ''], command)
    assert.notEqual(stdout, '', command)
  }
})

test('on a Mac without optional parts the recorded database is served', async () => {
  await using folder = await recordedFolder()
  const args = ['serve', '--port', '0', '--database', 'recorded.sqlite', '--web', WEB_FOLDER]
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: folder.path,
    env: environment(ON_A_MAC),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let address: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    address = /http:\/\/[^ /"]+/.exec(line)?.[0]
    if (address !== undefined) break
  }
  const response = await fetch(`${address}/api/v1/defaults`)
  assert.equal(response.status, 200)
  child.kill('SIGTERM')
  assert.equal((await ended)[0], 0)
})

test('on a Mac without optional parts a database is exported', async () => {
  await using folder = await temporaryFolder()
  await using database = await temporarySqlite()
  await (await openDatabase({ url: database.url }))[Symbol.asyncDispose]()
  const args = ['export', '--static', 'out', '--web', WEB_FOLDER, '--database', database.url]
  const { code, stderr } = await towline(args, { cwd: folder.path, env: ON_A_MAC })
  assert.equal(code, 0, stderr)
  assert.match(stderr, /^(\d+ answers, .*\n)*$/)
  assert.ok((await readdir(join(folder.path, 'out'))).includes('index.html'))
})

test('on a Mac without optional parts a release that cannot write Parquet is refused in one line', async () => {
  await using folder = await recordedFolder()
  const args = ['release', '--database', 'recorded.sqlite', '--out', 'set']
  const { code, stderr } = await towline(args, { cwd: folder.path, env: ON_A_MAC })
  assert.equal(code, 69)
  assert.match(
    stderr,
    /^towline: a release has Parquet files, which DuckDB writes, and there is none for [^\n]*\n$/,
  )
})

test('on a Mac what needs namespaces is refused in one line, before anything is built', async () => {
  await using folder = await temporaryFolder()
  for (const command of ['crawl --sandbox', 'check a.test --sandbox', 'lab run quick', 'load run quick']) {
    const ended = await towline(command.split(' '), { cwd: folder.path, env: ON_A_MAC })
    assert.deepEqual([ended.code, ended.stdout], [69, ''], command)
    assert.match(
      ended.stderr,
      /^towline: sandbox, lab, load and replay need network namespaces, .*darwin\n$/,
      command,
    )
  }
})

test('on a Mac the demo serves its recorded data at once, and says why it crawls nothing', async () => {
  await using folder = await temporaryFolder()
  const child = spawn(process.execPath, [ENTRY, 'demo', '--port', '0'], {
    cwd: folder.path,
    env: environment(ON_A_MAC),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const said: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line)
    if (line.startsWith('demo: ')) break
  }
  assert.deepEqual(said, [
    'demo: a fresh crawl needs network namespaces, which Linux alone has: recorded data alone',
  ])
  child.kill('SIGTERM')
  assert.equal((await ended)[0], 0)
})

test('on a Mac live pages are refused in one line, which names the way to accept that', async () => {
  await using folder = await temporaryFolder()
  for (const command of [
    'check example.com',
    'probe --sites example.com',
    'record https://example.com/ --out r',
  ]) {
    const { code, stderr } = await towline(command.split(' '), { cwd: folder.path, env: ON_A_MAC })
    assert.equal(code, 77, command)
    assert.match(stderr, /^towline: .*\(no packet filter: it needs Linux\).*--unconfined\n$/, command)
  }
})

test('without bash, which sets parts up, and without a browser a check is refused, and says for what', async () => {
  await using folder = await temporaryFolder()
  const env = { ...ON_A_MAC, PUPPETEER_EXECUTABLE_PATH: '/nonexistent/chromium' }
  const args = ['check', 'localhost', '--unconfined', '--allow-address', '127.0.0.0/8']
  const { code, stderr } = await towline(args, { cwd: folder.path, env })
  assert.equal(code, 69)
  assert.deepEqual(linesOf(stderr), [
    "bash is missing, by which towline sets up its part 'browser'",
    'towline: there is no browser to probe with (see the lines above; --survey-only needs none)',
  ])
})

/** Commands and options that GNU or bash 4 alone has. macOS brings bash 3.2 and BSD's tools. */
const NOT_ON_A_MAC =
  /\b(sha256sum|mapfile|readarray|nproc|setsid|flock|timeout|realpath)\b|declare -A|-printf/

test('what a Mac runs of the set-up scripts calls nothing that macOS lacks', () => {
  for (const script of [
    'towline',
    ...['', '-browser', '-packets', '-web'].map((part) => `scripts/setup${part}.sh`),
  ])
    assert.doesNotMatch(readFileSync(join(ROOT, script), 'utf8'), NOT_ON_A_MAC, script)
})
