import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { readBytes, readParts } from '../../crawler/files/read-file.ts'
import { readTextSync } from '../../crawler/files/read-file-sync.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { openList } from '../../crawler/list/open-list.ts'
import { loadOptOut } from '../../crawler/list/opt-out.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { readGraph } from '../../lab/graph/read-graph.ts'
import { readTrace } from '../../lab/link/condition/trace.ts'
import { readPlan } from '../../lab/plan/read-plan.ts'
import { recordedPage } from '../../lab/replay/recorded-page.ts'
import { verifyRecording } from '../../record/folder/verify-recording.ts'
import { readHar } from '../../record/import/har-file.ts'
import { openWarc } from '../../record/warc/open-warc.ts'
import { temporaryFolder, towline } from '../cli/towline.ts'

const STRANGE = ['zero', 'fifo', 'socket', 'device'] as const

/** A folder with what is no plain file. */
async function strangeFolder() {
  await using resources = new AsyncDisposableStack()
  const { path } = resources.use(await temporaryFolder())
  await symlink('/dev/zero', join(path, 'zero'))
  await symlink('/dev/tty', join(path, 'device'))
  execFileSync('mkfifo', [join(path, 'fifo')])
  const server = createServer().listen(join(path, 'socket'))
  resources.defer(() => void server.close())
  await once(server, 'listening')
  const owned = resources.move()
  return { path, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const { signal } = new AbortController()

/** Every reader of what a user is given by others. */
const READERS: Readonly<Record<string, (file: string) => unknown>> = {
  list: (file) => openList({ file }, { cacheDir: '', signal }),
  'opt-out list': (file) => loadOptOut(file),
  plan: (file) => readPlan(file),
  trace: (file) => readTrace(file),
  graph: (file) => readGraph(file),
  HAR: (file) => readHar(file),
  WARC: (file) => openWarc(file),
  database: (url) => openDatabase({ url, readOnly: true }),
}

test('a device, FIFO or socket for a list, plan, trace, graph, HAR, WARC or database is refused at once', async () => {
  await using folder = await strangeFolder()
  for (const [name, read] of Object.entries(READERS))
    for (const kind of STRANGE)
      await assert.rejects(
        async () => read(join(folder.path, kind)),
        (error: Error & { exitCode?: number; code?: string }) => {
          assert.match(error.message, /\bit is a (?:device|FIFO|socket)|is a device, FIFO or socket/, name)
          assert.ok(!error.message.includes('\n'))
          assert.ok(error.exitCode === 77 || error.code === 'refused', `${name}: ${kind}`)
          return true
        },
      )
})

test('a recording is read only within its folder, following no link', async () => {
  await using folder = await strangeFolder()
  const secret = join(folder.path, 'secret')
  await writeFile(secret, 'not yours')
  const hash = createHash('sha256').update('not yours').digest('hex')
  const refused = async (names: Readonly<Record<string, string>>, words: RegExp): Promise<void> => {
    const recording = join(folder.path, 'recording')
    await mkdir(recording)
    for (const [name, target] of Object.entries(names)) await symlink(target, join(recording, name))
    const hasJson = 'recording.json' in names
    if (!hasJson) await writeFile(join(recording, 'recording.json'), '{}')
    await assert.rejects(verifyRecording(recording), words)
    if (hasJson) assert.throws(() => recordedPage(`recording:${recording}`, { shards: 1, seed: 1 }), words)
    await rm(recording, { recursive: true })
  }
  for (const target of ['/dev/zero', secret, join(folder.path, 'fifo')])
    await refused({ 'recording.json': target }, /recording\.json: it is a symbolic link/)
  // A body in a folder that is a link elsewhere: the reader of bodies alone, for recording.json is no recording.
  const bodies = join(folder.path, 'elsewhere')
  await mkdir(bodies)
  await writeFile(join(bodies, hash), 'not yours')
  const inside = join(folder.path, 'inside')
  await mkdir(inside)
  await symlink(bodies, join(inside, 'bodies'))
  const options = { maxBytes: 100, within: inside }
  await assert.rejects(readBytes(join(inside, 'bodies', hash), options), /it is outside of /)
})

test('no more of a file is read than allowed, whatever its stated length', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'file')
  await writeFile(file, 'x'.repeat(1_001))
  await assert.rejects(readBytes(file, { maxBytes: 1_000 }), { why: 'long', exitCode: 65 })
  assert.throws(() => readTextSync(file, { maxBytes: 1_000 }), { why: 'long', exitCode: 65 })
  assert.equal((await readBytes(file, { maxBytes: 1_001 })).length, 1_001)
  assert.equal(readTextSync(file, { maxBytes: 1_001 }).length, 1_001)
  const part = await Array.fromAsync(readParts(file, { maxBytes: 1_000, start: 10, end: 30 }))
  assert.equal(Buffer.concat(part).length, 20)
  // The size of a file of /proc is 0, and its text is not.
  await assert.rejects(readBytes('/proc/self/maps', { maxBytes: 10 }), RefusedFile)
})

test('the command says so in one line, with its own exit code', async () => {
  await using folder = await strangeFolder()
  for (const args of [
    ['graph', 'show', 'zero'],
    ['crawl', '--survey-only', '--list', 'fifo', '--resolver', '127.0.0.1:1'],
    ['survey', 'show', '--database', 'zero'],
  ]) {
    const { code, stdout, stderr } = await towline(args, { cwd: folder.path })
    assert.deepEqual([code, stdout], [77, ''], args.join(' '))
    assert.match(stderr, /^towline: [^\n]*(?:device|FIFO)[^\n]*\n$/)
  }
})
