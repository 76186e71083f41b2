import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sendSignal } from '../../../crawler/process/send-signal.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { measureLoad } from '../../../lab/load/measure-load.ts'
import { namespaceMembers } from '../../../lab/load/meter/namespace-members.ts'
import { shardAddress } from '../../../lab/network/addresses.ts'
import { type LabNetwork, openLabNetwork } from '../../../lab/network/open.ts'
import { originListeners, serverCommand } from '../../../lab/origin/origin.ts'
import { findServerProgram } from '../../../lab/origin/server-program.ts'
import { findLabProgram } from '../../../lab/process/find-program.ts'
import { runCommand } from '../../../lab/process/run-command.ts'
import type { LoadedArm, LoadSecond, ServerReading } from '../../../model/load-second.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { CACHE, makeOriginFiles, type OriginFiles, whyNoServer } from '../origin/running-server.ts'
import { loadOrder, pageFiles, resourcesOf, whyNoLoad } from './run-load.ts'

const skip = whyNoLoad() || whyNoLink() || (await whyNoServer('towline'))
const FILES = pageFiles(12)
const HOSTS = ['a.test', 'b.test'].map((name, shard) => ({ name, address: shardAddress(shard) }))
const PORTS = { http: 80, https: 443 }
const USERS = 3
/** Two hosts, in the clear and with TLS; the latter over UDP too. */
const LISTENING = { tcp: 4, udp: 2 }

async function serve(network: LabNetwork, served: OriginFiles): Promise<void> {
  const order = served.order('towline', { hosts: HOSTS, ports: PORTS })
  const program = await findServerProgram('towline', CACHE)
  const commands = await serverCommand(order, join(network.folder, 'servers'), program)
  await network.serve(commands, originListeners(order))
}

async function inServers(network: LabNetwork, argv: readonly string[]): Promise<string> {
  const [file = '', ...rest] = network.command('server', argv)
  return (await runCommand([file, ...rest])).trim()
}

async function* load(network: LabNetwork, served: OriginFiles, arm: LoadedArm, leave: AbortController) {
  const order = loadOrder(served, resourcesOf(FILES), {
    ...(arm === 'http' ? { protocol: 'h1', caFile: null } : { protocol: arm }),
    hosts: HOSTS.map((host) => ({ ...host, port: arm === 'http' ? PORTS.http : PORTS.https })),
    pagesPerUser: null,
    thinkMs: 100,
    connectLimitMs: 2_000,
    pageLimitMs: 10_000,
  })
  const program = findLabProgram('towline-load', CACHE)
  yield* measureLoad({ network, order, program, clock: () => performance.now(), signal: leave.signal })
}

test('over a link, page times have its round trips, and the server’s sockets are those of its users', {
  skip,
}, async () => {
  await using served = await makeOriginFiles(FILES)
  await using network = await openLabNetwork({ cacheDir: CACHE, shards: 2, hosts: HOSTS })
  await network.setLink(parseLink('rtt=40ms'), { initcwnd: null, congestionControl: null })
  await serve(network, served)
  for (const [arm, connections] of [
    ['http', 6],
    ['h1', 6],
    ['h2', 1],
    ['h3', 0],
  ] as const) {
    const leave = new AbortController()
    const sockets = USERS * HOSTS.length * connections
    const loads: LoadSecond[] = []
    const servers: ServerReading[] = []
    let done = 0
    for await (const row of load(network, served, arm, leave)) {
      if ('end' in row)
        assert.deepEqual([row.end.why, row.end.errors, row.end.pagesFailed], ['signal', {}, 0])
      else if ('second' in row && !leave.signal.aborted) {
        const { load, server } = row.second
        loads.push(load)
        assert.equal(load.sessionsResumed, arm === 'http' || arm === 'h3' ? null : 0)
        if (server !== null) servers.push(server)
        done += load.pagesDone
        // Those of the protocol before may still be on their way out.
        if (done >= 10 * USERS && server?.tcpSockets === LISTENING.tcp + sockets) leave.abort()
      }
    }
    assert.ok(leave.signal.aborted, `${arm}: never ${LISTENING.tcp + sockets} sockets`)
    assert.deepEqual(new Set(servers.map(({ processes }) => processes)), new Set([1]))
    assert.deepEqual(new Set(servers.map(({ udpSockets }) => udpSockets)), new Set([LISTENING.udp]))
    const [first, last] = [servers[0], servers.at(-1)]
    assert.ok(first !== undefined && last !== undefined && last.cpuTotalMs > 0)
    assert.ok(last.cpuTotalMs >= first.cpuTotalMs && last.rssBytes > 0)
    // The document and what it names take a round trip each, once the connections are there.
    const shortestMs = Math.min(...loads.flatMap(({ pageTimesUs }) => pageTimesUs.map(([us]) => us))) / 1_000
    assert.ok(shortestMs >= 80, `${arm}: ${shortestMs} ms`)
  }
})

test('a server that dies under load is a finding: errors of users, no reading, and by which signal', {
  skip,
}, async () => {
  await using served = await makeOriginFiles(FILES)
  await using network = await openLabNetwork({ cacheDir: CACHE, shards: 2, hosts: HOSTS })
  await network.setLink(parseLink('rtt=10ms'), { initcwnd: null, congestionControl: null })
  await serve(network, served)
  const leave = new AbortController()
  let isServing = true
  for await (const row of load(network, served, 'h1', leave)) {
    if ('end' in row) {
      assert.equal(row.end.why, 'signal')
      assert.ok(row.end.pagesDone > 0 && row.end.pagesFailed > 0)
    } else if (!('second' in row)) assert.equal(row.ready.protocol, 'h1')
    else if (isServing) {
      assert.ok(row.second.server !== null)
      assert.deepEqual(await network.endedServers(), [])
      const namespace = await inServers(network, ['readlink', '/proc/self/ns/net'])
      for (const { pid } of namespaceMembers(namespace)) sendSignal(Number(pid), 'SIGABRT')
      isServing = false
    } else if ((row.second.load.errors.tcp_refused ?? 0) > 0) {
      assert.equal(row.second.server, null)
      leave.abort()
    }
  }
  const ended = await network.endedServers()
  assert.deepEqual(
    ended.map(({ exitCode, signal }) => [exitCode, signal]),
    [[null, 'SIGABRT']],
  )
  assert.ok(leave.signal.aborted)
})
