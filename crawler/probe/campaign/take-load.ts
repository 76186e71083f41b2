import type { UdpCounts } from '../../../model/packet-trace.ts'
import { busyFractions, cpuTimes } from '../../process/cpu-share.ts'
import type { Load, LoadRequest, ProbeBrowser } from '../load/load.ts'
import type { Capture, FurtherPorts } from '../packets/capture.ts'
import { keyLogReader } from '../packets/keys.ts'

/** One load with what was observed around it. Nothing of it is worked on yet: that would disturb the next one. */
export interface TakenLoad {
  readonly load: Load
  /** Share of all cores that was busy during the load; null where it was too short to measure. */
  readonly cpuBusyFraction: number | null
  /** The part of it that was not the browser's; null where that is unknown. */
  readonly cpuOtherFraction: number | null
  /** Which load of its browser it was, from 1. */
  readonly loadNo: number
  /** A pcap file of what passed meanwhile; null without a capture. */
  readonly pcap: Uint8Array | null
  /** Whose packets are in it, beside those of 80 and 443. */
  readonly ports: FurtherPorts
  /** Packets that the capture lost; null where that is unknown. */
  readonly captureDrops: number | null
  /** Lines of the key log. */
  readonly keys: string
  /** What a path that stops UDP did meanwhile; null where nothing stops it. */
  readonly udp: UdpCounts | null
}

/**
 * Loads a page and keeps what the browser, the wire and the machine showed. A load that fails is no exception.
 * @param readCpu what the machine has done so far, and the browser's group of it
 * @param readUdp what a path that stops UDP has done so far
 */
export async function takeLoad(
  browser: ProbeBrowser,
  request: LoadRequest,
  capture: Capture | null,
  readCpu: typeof cpuTimes = cpuTimes,
  readUdp: () => Promise<UdpCounts | null> = async () => null,
): Promise<TakenLoad> {
  const udpBefore = await readUdp()
  const keys = browser.keyLogFile === null ? null : await keyLogReader(browser.keyLogFile).begin()
  const slice = capture?.begin() ?? null
  const { processGroup, isOneProcess } = browser
  const before = readCpu(processGroup, isOneProcess)
  const load = await browser.load(request)
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
  }
}

function meanwhile(before: UdpCounts | null, after: UdpCounts | null): UdpCounts | null {
  if (before === null || after === null) return null
  return { passed: after.passed - before.passed, stopped: after.stopped - before.stopped }
}
