import assert from 'node:assert/strict'
import { type ComputedMetric, computeAll } from '../../../../crawler/metrics/compute.ts'
import { analyseLoad, harOfLoad } from '../../../../crawler/probe/campaign/analyse-load.ts'
import { takeLoad } from '../../../../crawler/probe/campaign/take-load.ts'
import { judge } from '../../../../crawler/probe/load/judge.ts'
import type { Load, ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import type { Capture } from '../../../../crawler/probe/packets/capture.ts'
import type { Tshark } from '../../../../crawler/probe/packets/tshark.ts'
import { isFromNetwork, UNREPORTED } from '../../../../har/entry.ts'
import type { PacketTrace } from '../../../../model/packet-trace.ts'
import type { LoggedExchange } from '../../../servers/odd/exchange.ts'
import type { OddServer } from '../../../servers/odd/odd-server.ts'
import { assertHar } from './assert-har.ts'

const BYTES_TOLERANCE = 0.02
/** On the wire a response ends at most so long after its server wrote the end. */
const TIME_TOLERANCE_MS = 10
/** Two clocks: the kernel's and that of Node. */
const CLOCKS_MS = 1

/** One load of an odd page, with what its server saw of it. */
export interface Visit {
  readonly log: readonly LoggedExchange[]
  readonly load: Load
  readonly har: NonNullable<ReturnType<typeof harOfLoad>>
  readonly packets: PacketTrace
  readonly metric: (name: string) => ComputedMetric
}

interface OddBench {
  readonly server: OddServer
  readonly capture: Capture
  readonly tshark: Tshark
  readonly signal: AbortSignal
  /** Hosts that the arm `h3` forces. */
  readonly forced: readonly string[]
}

/** Loads a page as a campaign does, and takes what its server logged until the load's end. */
export async function visitPage(
  { server, capture, tshark, signal, forced }: OddBench,
  browser: ProbeBrowser,
  url: string,
): Promise<Visit> {
  await server.takeLog()
  const taken = await takeLoad(browser, { url, signal }, capture)
  const { load } = taken
  const endMs = Date.parse(load.startedAt) + load.wallMs
  const log = (await server.takeLog()).filter(({ startedMs }) => startedMs <= endMs)
  assert.equal(load.failure, null, JSON.stringify(load.failure))
  const verdict = judge(load, {
    ...{ arm: browser.arm, url: url.replace('http:', 'https:') },
    ...{ forced: browser.arm === 'h3' ? forced : [], cpuOtherFraction: null, busyLimit: 1 },
  })
  assert.deepEqual(verdict, { state: 'valid' })
  const har = harOfLoad(load)
  assert.ok(har)
  assertHar(JSON.parse(JSON.stringify(har)))
  const artifacts = await analyseLoad(taken, har, { tshark, signal, warn: assert.fail })
  assert.ok(artifacts.packets)
  const metrics = new Map(computeAll(artifacts).map((metric) => [metric.name, metric]))
  const metric = (wanted: string) => metrics.get(wanted) as ComputedMetric
  return { log, load, har, packets: artifacts.packets, metric }
}

/** Requests and statuses are those of the log; `isUntold`: the browser reports fewer, so that the number is null. */
export function assertRequests({ log, har, metric }: Visit, isUntold: boolean): void {
  const entries = har.log.entries.filter(isFromNetwork)
  const logged = log.map(({ method, host, path, status }) => `${method} ${host} ${path} ${status ?? 0}`)
  for (const { request, response, _error } of entries) {
    const { host, pathname, search } = new URL(request.url)
    const line = `${request.method} ${host} ${pathname}${search} `
    const isSame =
      _error === UNREPORTED
        ? (each: string) => each.startsWith(line)
        : (each: string) => each === `${line}${response.status}`
    const index = logged.findIndex(isSame)
    assert.ok(index >= 0, `${line}${response.status} is none of ${logged}`)
    logged.splice(index, 1)
  }
  const { value, note } = metric('requests')
  const [sent, reported] = [log.length, entries.length]
  if (isUntold)
    assert.deepEqual(
      [value, note],
      [null, `the browser reported ${reported}, but the packets carried ${sent}`],
    )
  else assert.deepEqual([value, logged], [sent, []])
}

/** Bytes are those of the log, or null where the browser does not tell them. */
export function assertBytes({ log, metric }: Visit, isUntold: boolean): void {
  const { value, note } = metric('har_bytes')
  const served = log.reduce((sum, { headBytes, bodyBytes }) => sum + headBytes + bodyBytes, 0)
  if (value === null) {
    assert.ok(isUntold, `${note}`)
    assert.match(note ?? '', /does not tell the size of|the packets carried/)
  } else assert.ok(Math.abs(value / served - 1) <= BYTES_TOLERANCE, `${value} bytes, and not ${served}`)
}

/**
 * Says where the first request or the last byte on the wire are not those of the server; Time on Wire is what lies
 * between. Empty where they are.
 */
export function differenceOfTimes({ log, packets, metric }: Visit): string[] {
  const first = packets.packets.find(({ request }) => request)?.atMs ?? Number.NaN
  const last = packets.packets.findLast(({ response }) => response)?.atMs ?? Number.NaN
  assert.equal(metric('tow_ms').value, last - first)
  const arrivedMs = Math.min(...log.map(({ startedMs }) => startedMs)) - first
  const leftMs = last - Math.max(...log.map(({ lastMs }) => lastMs ?? 0))
  const isWithin = (ms: number): boolean => ms >= -CLOCKS_MS && ms <= TIME_TOLERANCE_MS
  if (isWithin(arrivedMs) && isWithin(leftMs)) return []
  return [
    `from the first request on the wire to the server ${arrivedMs.toFixed(1)} ms, from its last write to the wire ${leftMs.toFixed(1)} ms`,
  ]
}
