import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type AlpnProtocol, LOAD_SERVERS, SERVERS } from '../../../lab/origin/servers.ts'
import type { LoadProtocol } from '../../../model/load-second.ts'
import { until } from '../../servers/until.ts'
import {
  ADDRESSES,
  makeOriginFiles,
  type OriginFiles,
  PORTS,
  type RunningServer,
  startServer,
  whyNoServer,
} from '../origin/running-server.ts'
import { loadOrder, pageFiles, resourcesOf, runLoad, wholeLoad, whyNoLoad } from './run-load.ts'

const FILES = pageFiles(25)
const RESOURCES = resourcesOf(FILES)
const USERS = 3
const HOSTS = 2
const PROTOCOLS: Readonly<Record<AlpnProtocol, LoadProtocol>> = { 'http/1.1': 'h1', h2: 'h2', h3: 'h3' }
const CONNECTIONS = { h1: 6, h2: 1, h3: 1 } as const

let served: OriginFiles
before(async () => {
  served = await makeOriginFiles(FILES)
})
after(() => served[Symbol.asyncDispose]())

for (const name of LOAD_SERVERS) {
  const { title, protocols } = SERVERS[name]
  describe(title, async () => {
    const skip = whyNoLoad() || (await whyNoServer(name))
    let server: RunningServer
    before(async () => {
      if (!skip) server = await startServer(served, served.order(name))
    })
    after(() => server?.[Symbol.asyncDispose]())

    for (const protocol of protocols.map((each) => PROTOCOLS[each]))
      test(`${title}, ${protocol}: every page of every user is done, and every answer checked`, {
        skip,
      }, async () => {
        const order = loadOrder(served, RESOURCES, { protocol })
        const { seconds, end } = await wholeLoad(served.folder, order)
        assert.deepEqual(end.errors, {})
        assert.deepEqual(
          [end.why, end.users, end.pagesBegun, end.pagesDone, end.pagesFailed, end.pagesCut],
          ['finished', 0, 2 * USERS, 2 * USERS, 0, 0],
        )
        assert.equal(end.answers, 2 * USERS * RESOURCES.length)
        const pageBytes = RESOURCES.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0)
        assert.equal(end.bodyBytes, 2 * USERS * pageBytes)
        const most = USERS * HOSTS * CONNECTIONS[protocol]
        // A user may leave before the last of six is open.
        assert.ok(protocol === 'h1' ? end.connectionsOpened <= most : end.connectionsOpened === most)
        const times = seconds.flatMap(({ pageTimesUs }) => pageTimesUs)
        assert.equal(
          times.reduce((sum, [, pages]) => sum + pages, 0),
          2 * USERS,
        )
        const longestMs = Math.max(...times.map(([us]) => us)) / 1_000
        assert.equal(end.p99Ms, longestMs)
        assert.ok(end.p50Ms !== null && end.p50Ms > 0 && end.p50Ms <= longestMs)
      })
  })
}

for (const name of LOAD_SERVERS)
  test(`${SERVERS[name].title}: users who resume sessions do, over HTTP/2`, {
    skip: whyNoLoad() || (await whyNoServer(name)),
  }, async () => {
    await using _server = await startServer(served, served.order(name, { sessionTickets: true }))
    const asked = { protocol: 'h2', connections: 'resumed', pagesPerUser: 3 } as const
    const { end } = await wholeLoad(served.folder, loadOrder(served, RESOURCES, asked))
    // The first page of each user has nothing to take up.
    assert.deepEqual(
      [end.errors, end.connectionsOpened, end.sessionsResumed],
      [{}, 3 * USERS * HOSTS, 2 * USERS * HOSTS],
    )
  })

describe('what the server sees', async () => {
  const skip = whyNoLoad() || (await whyNoServer('caddy'))

  for (const protocol of ['h1', 'h2'] as const)
    test(`${protocol}: ${CONNECTIONS[protocol]} connections of each user to each host, and no more while they stay`, {
      skip,
    }, async () => {
      const expected = USERS * HOSTS * CONNECTIONS[protocol]
      await using _server = await startServer(served, served.order('towline'))
      const order = loadOrder(served, RESOURCES, { protocol, pagesPerUser: null })
      const leave = new AbortController()
      let [opened, pages, accepted] = [0, 0, 0]
      for await (const line of runLoad(served.folder, order, leave.signal)) {
        if (!('second' in line)) continue
        opened += line.second.connectionsOpened
        pages += line.second.pagesDone
        assert.deepEqual(line.second.errors, {})
        if (opened < expected || pages < 10 * USERS || leave.signal.aborted) continue
        accepted = await acceptedConnections()
        leave.abort()
      }
      assert.deepEqual([opened, accepted], [expected, expected])
    })

  for (const protocol of ['h1', 'h2', 'h3'] as const)
    for (const connections of ['kept', 'fresh'] as const)
      test(`${protocol}, ${connections}: requests by address and port of the client, in the server's own log`, {
        skip,
      }, async () => {
        await using server = await startServer(served, served.order('caddy'), writeAccessLog)
        const order = loadOrder(served, RESOURCES, { protocol, connections })
        const { end } = await wholeLoad(served.folder, order)
        assert.deepEqual(end.errors, {})
        const expected = 2 * USERS * RESOURCES.length
        let requests: readonly Logged[] = []
        await until('all requests are logged', async () => {
          requests = loggedRequests(await server.log())
          return requests.length >= expected
        })
        assert.equal(requests.length, expected)
        const proto = { h1: 'HTTP/1.1', h2: 'HTTP/2.0', h3: 'HTTP/3.0' }[protocol]
        assert.deepEqual([...new Set(requests.map((request) => request.proto))], [proto])
        // Every connection has a port of its own: it is open as long as the others of its user.
        for (const host of ['a.test', 'b.test']) {
          const ports = new Set(
            requests.filter((each) => each.host.startsWith(host)).map((each) => each.remote_port),
          )
          const most = USERS * CONNECTIONS[protocol] * (connections === 'kept' ? 1 : 2)
          assert.ok(ports.size <= most, `${ports.size} connections to ${host}`)
          if (protocol !== 'h1') assert.equal(ports.size, most)
        }
      })
})

/** Established at the servers' end, of both hosts, by the kernel's table. */
async function acceptedConnections(): Promise<number> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n')
  const ends = [ADDRESSES.a, ADDRESSES.b].map((address) => {
    const word = Buffer.from(address.split('.').map(Number)).readUInt32LE()
    return `${word.toString(16).toUpperCase().padStart(8, '0')}:${PORTS.https.toString(16).toUpperCase()}`
  })
  return lines.filter((line) => ends.some((end) => line.includes(`: ${end} `)) && / 01 /.test(line)).length
}

interface Logged {
  readonly proto: string
  readonly host: string
  readonly remote_port: string
}

async function writeAccessLog(folder: string): Promise<void> {
  const file = join(folder, 'caddy.json')
  const config = JSON.parse(await readFile(file, 'utf8'))
  config.logging.logs.default.level = 'INFO'
  for (const server of Object.values<Record<string, unknown>>(config.apps.http.servers)) server.logs = {}
  await writeFile(file, JSON.stringify(config))
}

function loggedRequests(log: string): Logged[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"http.log.access') && line.endsWith('}'))
    .map((line) => JSON.parse(line).request)
}
