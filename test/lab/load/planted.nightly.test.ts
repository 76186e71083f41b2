import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { measureLoad } from '../../../lab/load/measure-load.ts'
import type { LoadOrder, LoadResource } from '../../../lab/load/order.ts'
import { shardAddress } from '../../../lab/network/addresses.ts'
import { type LabNetwork, openLabNetwork } from '../../../lab/network/open.ts'
import { findLabProgram } from '../../../lab/process/find-program.ts'
import type { MeasuredSecond } from '../../../model/load-second.ts'
import { serverCosts } from '../../../stats/load/server-costs.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { CACHE, makeOriginFiles, type OriginFiles } from '../origin/running-server.ts'
import type { PlantedOrder } from './planted-server.ts'
import { WORK_CPU_MS } from './planted-work.ts'
import { loadOrder, whyNoLoad } from './run-load.ts'

const skip = whyNoLoad() || whyNoLink()

const HOST = { name: 'a.test', address: shardAddress(0), port: 8443 }
const REQUESTS = 25
const RESOURCES: readonly LoadResource[] = Array.from({ length: REQUESTS }, (_, n) => ({
  host: HOST.name,
  path: `/${100 + n}`,
  status: 200,
  bodyBytes: 100 + n,
}))

async function plantedNetwork(
  served: OriginFiles,
  fault: Pick<PlantedOrder, 'works' | 'mostConnections'>,
): Promise<LabNetwork> {
  const network = await openLabNetwork({ cacheDir: CACHE, shards: 1, hosts: [HOST] })
  try {
    await network.setLink(parseLink('rtt=4ms'), { initcwnd: null, congestionControl: null })
    const files = { certFile: join(served.folder, 'cert.pem'), keyFile: join(served.folder, 'key.pem') }
    const order: PlantedOrder = { ...files, address: HOST.address, port: HOST.port, ...fault }
    const argv = [
      process.execPath,
      join(import.meta.dirname, 'planted-server.ts'),
      JSON.stringify(order),
    ] as const
    const env = { PATH: process.env.PATH ?? '' }
    await network.serve([{ name: 'planted', argv, env }], [`tcp ${HOST.address} ${HOST.port}`])
    return network
  } catch (error) {
    await network[Symbol.asyncDispose]()
    throw error
  }
}

/** The seconds of a load up to the one in which this is so of all of them. */
async function loadUntil(
  network: LabNetwork,
  served: OriginFiles,
  changes: Partial<LoadOrder>,
  isEnough: (seconds: readonly MeasuredSecond[]) => boolean,
): Promise<MeasuredSecond[]> {
  const order = loadOrder(served, RESOURCES, { hosts: [HOST], pagesPerUser: null, ...changes })
  const leave = new AbortController()
  const seconds: MeasuredSecond[] = []
  const program = findLabProgram('towline-load', CACHE)
  const clock = () => performance.now()
  for await (const line of measureLoad({ network, order, program, clock, signal: leave.signal })) {
    if (!('second' in line) || leave.signal.aborted) continue
    seconds.push(line.second)
    if (isEnough(seconds)) leave.abort()
  }
  assert.ok(leave.signal.aborted, 'the load ended before there was enough of it')
  return seconds
}

const done = (seconds: readonly MeasuredSecond[]): number =>
  seconds.reduce((sum, { load }) => sum + load.pagesDone, 0)
const errorsOf = (seconds: readonly MeasuredSecond[]): number =>
  seconds.reduce(
    (sum, { load }) => sum + Object.values(load.errors).reduce((all, count) => all + count, 0),
    0,
  )

const cpuMsOf = (seconds: readonly MeasuredSecond[]): number =>
  (seconds.at(-1)?.server?.cpuTotalMs ?? 0) - (seconds[0]?.server?.cpuTotalMs ?? 0)

test('CPU time that each request takes more shows in the CPU time of a page within 10 %', {
  skip,
}, async (t) => {
  await using served = await makeOriginFiles({})
  const costs: number[] = []
  for (const works of [false, true]) {
    await using network = await plantedNetwork(served, { works, mostConnections: null })
    // A page under way at either end is part of the CPU time and not of the pages: of one user it is 2 % of so many.
    const users = { ramp: [{ atMs: 0, users: 1 }], thinkMs: 5 }
    // What starting costs is over by then.
    const warm = (all: readonly MeasuredSecond[]) => all.filter((_, n) => done(all.slice(0, n)) >= 10)
    const isEnough = (seconds: readonly MeasuredSecond[]) => done(seconds) >= 50 && cpuMsOf(seconds) >= 500
    const seconds = await loadUntil(network, served, users, (all) => isEnough(warm(all)))
    const { cpuMsPerPage } = serverCosts(warm(seconds))
    assert.ok(cpuMsPerPage !== null, `works ${works}: unknown`)
    costs.push(cpuMsPerPage)
  }
  const [without = 0, slowed = 0] = costs
  const planted = REQUESTS * WORK_CPU_MS
  t.diagnostic(
    `CPU per page: ${without.toFixed(1)} ms, ${slowed.toFixed(1)} ms with ${planted.toFixed(1)} ms planted`,
  )
  assert.ok(Math.abs((slowed - without) / planted - 1) <= 0.1, `${slowed - without} ms, planted ${planted}`)
})

test('a server of 60 connections holds ten users of HTTP/1.1, and not eleven', { skip }, async () => {
  await using served = await makeOriginFiles({})
  const load = async (users: number, isEnough: (seconds: readonly MeasuredSecond[]) => boolean) => {
    await using network = await plantedNetwork(served, { works: false, mostConnections: 60 })
    return await loadUntil(network, served, { ramp: [{ atMs: 0, users }], thinkMs: 50 }, isEnough)
  }
  assert.equal(errorsOf(await load(10, (seconds) => done(seconds) >= 50)), 0)
  const broken = await load(11, (seconds) => errorsOf(seconds) > 0)
  const kinds = new Set(broken.flatMap(({ load: { errors } }) => Object.keys(errors)))
  for (const kind of kinds) assert.match(kind, /^(connection_reset|tls_failed|http_empty_reply)$/)
})
