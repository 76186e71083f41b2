import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { LoadLine } from '../../../lab/load/lines.ts'
import type { LoadOrder } from '../../../lab/load/order.ts'
import { findLabProgram } from '../../../lab/process/find-program.ts'
import {
  ADDRESSES,
  CACHE,
  makeOriginFiles,
  type OriginFiles,
  type RunningServer,
  startServer,
  whyNoServer,
} from '../origin/running-server.ts'
import { loadOrder, pageFiles, resourcesOf, runLoad, wholeLoad, whyNoLoad } from './run-load.ts'

const FILES = pageFiles(8)
const RESOURCES = resourcesOf(FILES)
const skip = whyNoLoad() || (await whyNoServer('towline'))

let served: OriginFiles
let server: RunningServer
before(async () => {
  served = await makeOriginFiles(FILES)
  if (!skip) server = await startServer(served, served.order('towline'))
})
after(async () => {
  await server?.[Symbol.asyncDispose]()
  await served[Symbol.asyncDispose]()
})

const endless = (changes: Partial<LoadOrder> = {}): LoadOrder =>
  loadOrder(served, RESOURCES, { pagesPerUser: null, ...changes })

/** The program by itself, whose order is a file. */
async function start(order: object | string, wrapper: readonly string[] = []) {
  const file = join(served.folder, 'alone.json')
  await writeFile(file, typeof order === 'string' ? order : JSON.stringify(order))
  const [program = '', ...rest] = [...wrapper, findLabProgram('towline-load', CACHE), file]
  return spawn(program, rest, { stdio: ['pipe', 'pipe', 'pipe'] })
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} ends it with its last lines, whose sums are those of the seconds`, { skip }, async () => {
    const child = await start(endless())
    const exited = once(child, 'exit')
    const lines: LoadLine[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(JSON.parse(line))
      if (lines.length === 2) child.kill(signal)
    }
    assert.deepEqual(await exited, [0, null])
    const last = lines.at(-1)
    assert.ok(last !== undefined && 'end' in last)
    const { end } = last
    const seconds = lines.flatMap((line) => ('second' in line ? [line.second] : []))
    const sum = (value: (second: (typeof seconds)[number]) => number): number =>
      seconds.reduce((total, second) => total + value(second), 0)
    assert.deepEqual([end.why, end.users], ['signal', 3])
    assert.equal(
      end.pagesDone,
      sum(({ pagesDone }) => pagesDone),
    )
    assert.equal(
      end.bodyBytes,
      sum(({ bodyBytes }) => bodyBytes),
    )
    assert.ok(Math.abs(end.cpuMs - sum(({ cpuMs }) => cpuMs)) < 0.1)
    assert.equal(end.pagesCut, end.pagesBegun - end.pagesDone)
    assert.ok(end.pagesDone > 3 && (seconds[0]?.rssBytes ?? 0) > 1_000_000)
  })

test('it ends when its standard input does', { skip }, async () => {
  const child = await start(endless())
  await once(child.stdout, 'data')
  child.stdin.end()
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('the time that is over cuts what is under way, and fails nothing', { skip }, async () => {
  const { end } = await wholeLoad(served.folder, endless({ durationMs: 300 }))
  assert.deepEqual([end.why, end.users, end.pagesFailed, end.errors], ['duration', 3, 0, {}])
  assert.equal(end.pagesCut, end.pagesBegun - end.pagesDone)
})

test('users arrive along the ramp, each once', { skip }, async () => {
  const ramp = [
    { atMs: 0, users: 2 },
    { atMs: 400, users: 2 },
    { atMs: 600, users: 12 },
  ]
  const { end } = await wholeLoad(served.folder, endless({ ramp, pagesPerUser: 1 }))
  assert.deepEqual([end.why, end.pagesDone], ['finished', 12])
  assert.ok(end.atMs >= 580, `the last of ten arrives in the last 20 ms of the line, not at ${end.atMs}`)
})

test('a user thinks from the end of a page to the next one', { skip }, async () => {
  const order = endless({ ramp: [{ atMs: 0, users: 1 }], pagesPerUser: 3, thinkMs: 400 })
  const { end } = await wholeLoad(served.folder, order)
  assert.deepEqual([end.why, end.pagesDone], ['finished', 3])
  assert.ok(end.atMs >= 800, `two times of thinking are not over at ${end.atMs} ms`)
})

test('file descriptors are raised to what its users need', { skip }, async () => {
  const order = endless({ ramp: [{ atMs: 0, users: 10 }], pagesPerUser: 1 })
  let fileLimit = 0
  let failed = 0
  for await (const line of runLoad(served.folder, order, undefined, ['prlimit', '--nofile=64:4096'])) {
    if ('ready' in line) fileLimit = line.ready.fileLimit
    if ('end' in line) failed = line.end.pagesFailed
  }
  // Six connections to each of two hosts.
  assert.ok(fileLimit >= 120, `${fileLimit}`)
  assert.equal(failed, 0)
})

test('a page that is begun late counts from when it should have begun', { skip }, async () => {
  const leave = new AbortController()
  // Somebody arrives all the time, also while the program stands still.
  const ramp = [
    { atMs: 0, users: 1 },
    { atMs: 120_000, users: 4_001 },
  ]
  const order = endless({ ramp, pagesPerUser: 1, protocol: 'h2', durationMs: 120_000 })
  const wrapper = ['sh', '-c', 'echo "{\\"pid\\":$$}"; exec "$@"', 'sh']
  let pid = 0
  let lateMs = 0
  let longestMs = 0
  for await (const line of runLoad(served.folder, order, leave.signal, wrapper)) {
    if ('pid' in line) pid = Number(line.pid)
    if (!('second' in line) || leave.signal.aborted) continue
    longestMs = Math.max(longestMs, ...line.second.pageTimesUs.map(([us]) => us / 1_000))
    lateMs = Math.max(lateMs, line.second.lateMs)
    if (lateMs < 300) {
      process.kill(pid, 'SIGSTOP')
      await delay(700)
      process.kill(pid, 'SIGCONT')
    } else if (longestMs >= lateMs) leave.abort()
  }
  assert.ok(lateMs >= 300 && longestMs >= lateMs, `${longestMs} ms, begun ${lateMs} ms late`)
})

test('sessions are resumed where that is asked for and the server gives tickets', { skip }, async () => {
  const { key, cert } = served.pair
  let reused = 0
  await using giving = https.createServer({ key, cert } as https.ServerOptions, (_, response) =>
    response.end('x'),
  )
  giving.on('secureConnection', (socket) => {
    reused += Number(socket.isSessionReused())
  })
  giving.listen(0, ADDRESSES.a)
  await once(giving, 'listening')
  const hosts = [{ name: 'a.test', address: ADDRESSES.a, port: (giving.address() as AddressInfo).port }]
  const resources = [{ host: 'a.test', path: '/', status: 200, bodyBytes: 1 }]
  const counts = []
  for (const connections of ['fresh', 'resumed'] as const) {
    const order = loadOrder(served, resources, { hosts, connections, pagesPerUser: 3 })
    const { end } = await wholeLoad(served.folder, order)
    assert.deepEqual([end.errors, end.connectionsOpened], [{}, 9])
    counts.push([end.sessionsResumed, reused])
  }
  assert.deepEqual(counts, [
    [0, 0],
    [6, 6],
  ])
})

test('what is wrong with its order is one line and an exit code of sysexits, before anything is sent', {
  skip,
}, async () => {
  const good = endless()
  const refused = async (order: object | string, code: number, message: RegExp, wrapper: string[] = []) => {
    const child = await start(order, wrapper)
    const [stdout, stderr, [found]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    assert.deepEqual([found, stdout], [code, ''], stderr)
    assert.match(stderr, message)
    assert.equal(stderr.trim().split('\n').length, 1)
  }
  const to = (address: string) => ({
    ...good,
    hosts: [{ name: 'a.test', address, port: 443 }, good.hosts[1]],
  })
  for (const address of [
    '192.0.2.1',
    '10.0.0.1',
    '198.17.255.255',
    '198.20.0.0',
    '::',
    '2001:2:1::1',
    'fe80::1',
  ])
    await refused(to(address), 78, /which is no address of the lab .*: nothing was sent/)
  await refused('{', 78, /^towline-load: .*alone\.json: EOF/)
  await refused({ ...good, colour: 'red' }, 78, /unknown field `colour`/)
  await refused({ ...good, resources: [] }, 78, /without a document/)
  await refused(
    { ...good, hosts: good.hosts.slice(0, 1) },
    78,
    /b\.test\/0\.png is on a host without an address/,
  )
  await refused({ ...good, ramp: [] }, 78, /ramp/)
  await refused(
    {
      ...good,
      ramp: [
        { atMs: 0, users: 9 },
        { atMs: 9, users: 1 },
      ],
    },
    78,
    /ramp/,
  )
  await refused({ ...good, pageLimitMs: 700_000 }, 78, /limit of a page/)
  await refused({ ...good, caFile: join(served.folder, 'none.pem') }, 66, /none\.pem: .*No such file/)
  await refused({ ...good, protocol: 'h2', caFile: null }, 78, /only HTTP\/1\.1 is spoken in clear text/)
  const many = { ...good, ramp: [{ atMs: 0, users: 2_000_000_000 }] }
  await refused(
    many,
    69,
    /^towline-load: file descriptors: 2000000000 users need 24000000032, this process may have/,
  )
})
