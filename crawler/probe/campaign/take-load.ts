import { setTimeout as sleep } from 'node:timers/promises'
import type { ServedConnection } from '../../../model/artifacts.ts'
import type { UdpCounts } from '../../../model/packet-trace.ts'
import { busyFractions, cpuTimes } from '../../process/cpu-share.ts'
import type { Load, LoadRequest, ProbeBrowser } from '../load/load.ts'
import type { VisitSteps } from '../load/visit-steps.ts'
import type { Capture, FurtherPorts } from '../packets/capture.ts'
import { keyLogReader } from '../packets/keys.ts'

/** One load with what was observed around it. Nothing of it is worked on yet: that would disturb the next one. */
export interface TakenLoad {
  readonly load: Load
  /** Share of all cores that was busy during the load; null where it was too short to measure. */
  readonly cpuBusyFraction: number | null
  /** The part of it that was not the browser's; null where that is unknown. */
  readonly cpuOtherFraction: number | null
  /** Number of the load in its browser, from 1. */
  readonly loadNo: number
  /** A pcap file of what passed meanwhile; null without a capture. */
  readonly pcap: Uint8Array | null
  /** Ports whose packets are in it, beside 80 and 443. */
  readonly ports: FurtherPorts
  /** Packets that the capture lost; null where that is unknown. */
  readonly captureDrops: number | null
  readonly keys: string
  /** Counts of a path that stops UDP; null where nothing stops it. */
  readonly udp: UdpCounts | null
  /** The server's word on the load's connections; null where nobody asks it. */
  readonly served: readonly ServedConnection[] | null
}

/** Makes a load more than a first one, or shows that it was. */
export interface VisitOptions {
  /** Is null where nothing is known of the site. */
  readonly steps: VisitSteps | null
  /** Time from the preparing load's end to the measured one, milliseconds: what was closed is to have left the path. */
  readonly restMs: number
  /** The server's log, which is read from now on. Null: it says nothing of connections. */
  readonly readServed: ReadServed | null
}

/** Begins to listen; what it resolves to gives what the server has said since. */
export type ReadServed = () => Promise<() => Promise<readonly ServedConnection[]>>

/**
 * Loads a page and keeps what the browser, the wire and the machine showed. A load that fails is no exception.
 * @param readCpu what the machine has done so far, and the browser's group of it
 * @param readUdp what a path that stops UDP has done so far
 * @param visit what precedes the load, of which nothing is kept but a failure
 */
export async function takeLoad(
  browser: ProbeBrowser,
  request: LoadRequest,
  capture: Capture | null,
  readCpu: typeof cpuTimes = cpuTimes,
  readUdp: () => Promise<UdpCounts | null> = async () => null,
  visit: VisitOptions | null = null,
): Promise<TakenLoad> {
  const failed = visit?.steps ? await prepareVisit(browser, request, visit.steps, visit.restMs) : null
  const served = (await visit?.readServed?.()) ?? null
  const udpBefore = await readUdp()
  const keys = browser.keyLogFile === null ? null : await keyLogReader(browser.keyLogFile).begin()
  const slice = capture?.begin() ?? null
  const { processGroup, isOneProcess } = browser
  const before = readCpu(processGroup, isOneProcess)
  const load = failed ?? (await browser.load(request))
  // First: the page is being closed, and the packets of that are none of the load's.
  const packets = slice?.end()
  const { busy, other } = busyFractions(before, readCpu(processGroup, isOneProcess))
  const pcap = (await packets) ?? null
  return {
    load,
    cpuBusyFraction: busy,
    cpuOtherFraction: other,
    loadNo: browser.loads,
    pcap,
    ports: capture?.ports ?? [],
    captureDrops: slice?.drops ?? null,
    keys: (await keys?.read()) ?? '',
    udp: meanwhile(udpBefore, await readUdp()),
    served: (await served?.()) ?? null,
  }
}

function meanwhile(before: UdpCounts | null, after: UdpCounts | null): UdpCounts | null {
  if (before === null || after === null) return null
  return { passed: after.passed - before.passed, stopped: after.stopped - before.stopped }
}

/** Resolves to the load that prepares, where it failed: the visit then cannot be had. */
async function prepareVisit(
  browser: ProbeBrowser,
  request: LoadRequest,
  steps: VisitSteps,
  restMs: number,
): Promise<Load | null> {
  if (browser.learn === undefined) throw new Error('what loads the pages knows no visits')
  const failed = await browser.learn(request, steps)
  if (failed !== null) return failed
  await browser.prepare()
  await sleep(restMs, undefined, { signal: request.signal }).catch(() => {
    // The load itself says that it was stopped.
  })
  return null
}
