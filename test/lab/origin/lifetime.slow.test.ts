import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { originListeners } from '../../../lab/origin/origin.ts'
import { findServerProgram } from '../../../lab/origin/server-program.ts'
import { towlineServing } from '../../../lab/origin/towline.ts'
import { untilFree } from '../../../lab/process/bound-sockets.ts'
import { opened } from '../../opened.ts'
import { openHttp2 } from './get.ts'
import {
  ADDRESSES,
  CACHE,
  makeOriginFiles,
  PORTS,
  runOrigin,
  startServer,
  whyNoServer,
} from './running-server.ts'

/** Longest that going may take, on a machine that is busy beyond reason; half as long as its answer under way. */
const GONE_MS = 30_000

const skip = await whyNoServer('towline')
const served = opened(() => makeOriginFiles({ 'a.test/': 'a', 'b.test/': 'b' }))

/** A process that has ended stays in the table until its parent asks for its exit code. */
async function isRunning(pid: number): Promise<boolean> {
  const fields = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return fields !== '' && !fields.slice(fields.lastIndexOf(')')).startsWith(') Z')
}

async function assertGone(pid: number): Promise<void> {
  const until = performance.now() + GONE_MS
  while (await isRunning(pid)) {
    if (performance.now() > until) {
      process.kill(pid, 'SIGKILL')
      assert.fail('it is still there')
    }
    await delay(10)
  }
  // The first of its threads is gone; what another one still holds is in the way of the next server.
  await untilFree(originListeners(served.order('towline')), GONE_MS)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} ends it at once, also with a request under way`, { skip }, async () => {
    const think = { 'a.test/': 60_000 }
    await using server = await startServer(served, served.order('towline', { think }))
    const session = await openHttp2({ address: ADDRESSES.a, host: 'a.test', caFile: served.caFile })
    session.on('error', () => {})
    session.request({ ':path': '/' }).on('error', () => {})
    const { child } = server
    const exited = once(child, 'exit')
    child.kill(signal)
    const late = delay(GONE_MS, 'late', { ref: false })
    assert.deepEqual(await Promise.race([exited, late]), [0, null])
    session.destroy()
  })

/** Starts the program from another one, and tells the ids of both. */
async function startElsewhere(argv: readonly string[]) {
  const { path } = await findServerProgram('towline', CACHE)
  const config = join(served.folder, 'origin.json')
  await writeFile(config, towlineServing(served.order('towline')))
  const source = `
    const { spawn } = require('node:child_process')
    const [program, ...rest] = ${JSON.stringify([...argv, path, config])}
    const stdin = ${argv.length === 0 ? "'pipe'" : "'ignore'"}
    const server = spawn(program, rest, { stdio: [stdin, 'pipe', 'inherit'] })
    server.stdout.once('data', () => console.log(server.pid))
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
  return { parent, pid: Number(line) }
}

test('it ends when its standard input does', { skip }, async () => {
  await using server = await startServer(served, served.order('towline'))
  const exited = once(server.child, 'exit')
  server.child.stdin?.end()
  const late = delay(GONE_MS, 'late', { ref: false })
  assert.deepEqual(await Promise.race([exited, late]), [0, null])
})

for (const [how, argv] of [
  ['a pipe to its standard input', []],
  ['setpriv --pdeathsig', ['setpriv', '--pdeathsig', 'KILL', '--']],
] as const)
  test(`it does not outlive who started it, ended by kill -9, with ${how}`, { skip }, async () => {
    const { parent, pid } = await startElsewhere(argv)
    assert.ok(await isRunning(pid))
    parent.kill('SIGKILL')
    await assertGone(pid)
  })

test('without a pipe for its input it serves until a signal ends it', { skip }, async () => {
  const { parent, pid } = await startElsewhere(['env'])
  await delay(200)
  assert.ok(await isRunning(pid), 'the end of /dev/null says nothing')
  process.kill(pid, 'SIGTERM')
  parent.kill('SIGKILL')
  await assertGone(pid)
})

test('what is wrong with its order is one line and an exit code of sysexits', { skip }, async () => {
  const good = JSON.parse(towlineServing(served.order('towline')))
  const { folder } = served
  const refused = async (config: object | string, code: number, message: RegExp): Promise<void> => {
    const result = await runOrigin(folder, config)
    assert.equal(result.code, code, result.stderr)
    assert.match(result.stderr, message)
    assert.equal(result.stderr.trim().split('\n').length, 1)
  }
  await refused('{', 78, /^towline-origin: .*bad\.json: EOF/)
  await refused({ ...good, colour: 'red' }, 78, /unknown field `colour`/)
  await refused({ ...good, alpn: ['h4'] }, 78, /unknown variant `h4`/)
  await refused({ ...good, quicCongestionControl: 'vegas' }, 78, /unknown variant `vegas`/)
  await refused({ ...good, hosts: [] }, 78, /no hosts/)
  await refused({ ...good, maxConcurrentStreams: 0 }, 78, /0 streams/)
  await refused({ ...good, think: { 'a.test/nowhere': 5 } }, 78, /a\.test\/nowhere: .* no file/)
  await refused({ ...good, www: join(folder, 'nowhere') }, 66, /nowhere: No such file/)
  await refused({ ...good, certFile: join(folder, 'none.pem') }, 66, /none\.pem: .*No such file/)
  await refused({ ...good, keyFile: good.certFile }, 66, /cert\.pem: /)
})

test('a port that is in use is named', { skip }, async () => {
  await using taken = createServer()
  taken.listen(PORTS.https, ADDRESSES.b)
  await once(taken, 'listening')
  const result = await runOrigin(served.folder, towlineServing(served.order('towline')))
  assert.equal(result.code, 69)
  assert.match(
    result.stderr,
    new RegExp(`^towline-origin: tcp ${ADDRESSES.b}:${PORTS.https}: Address already in use`),
  )
})
