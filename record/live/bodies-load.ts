import { launchRunning } from '../../crawler/probe/browser/running-browser.ts'
import type { Load, LoadRequest } from '../../crawler/probe/load/load.ts'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'
import { done } from '../../crawler/process/deadline.ts'
import type { Obstacle } from '../../model/recording/recording.ts'
import type { RecordingFolder } from '../folder/write-recording.ts'
import { demandWholeNetlog } from '../netlog/netlog-events.ts'
import { type NetlogCertificates, netlogRequests } from '../netlog/netlog-requests.ts'
import { interceptedLoad } from './intercepted-load.ts'
import { Interception } from './interception.ts'
import type { SeenRequest } from './live-exchange.ts'
import { seenRequests } from './live-exchanges.ts'
import { NoBrowser, NotRecorded } from './not-recorded.ts'
import { type PageRequest, pageRequests } from './page-request.ts'
import type { RecordPageOptions } from './record-page-options.ts'
import { visitPolicy } from './visit-policy.ts'

/** Waited after the load event, for what scripts ask for then. */
export const SETTLE_MS = 1_000
const CLOSE_LIMIT_MS = 10_000

export interface BodiesLoad {
  readonly load: Load
  readonly obstacles: readonly Obstacle[] | null
  readonly seen: readonly SeenRequest[]
  readonly unsent: readonly PageRequest[]
  readonly webSockets: readonly string[]
  readonly certificates: NetlogCertificates
  readonly refusals: ReadonlyMap<string, string>
  readonly version: string
}

/**
 * Loads the page once with everything written down.
 * @throws RecordingError where it may not be asked for, or does not load
 */
export async function loadBodies(
  url: string,
  folder: RecordingFolder,
  options: Omit<RecordPageOptions, 'pause'> & { readonly seed: number | null },
): Promise<BodiesLoad> {
  const { signal } = options
  const running = await launchRunning({
    ...options.browser,
    arm: 'h3-altsvc',
    origins: { forced: [], privateRoot: [] },
    keyLog: false,
    netLog: true,
    signal,
  }).catch((error: Error) => {
    signal.throwIfAborted()
    throw new NoBrowser(error)
  })
  try {
    const mayVisit = visitPolicy(running, options)
    const why = await mayVisit(new URL(url), true)
    signal.throwIfAborted()
    if (why !== null) throw new NotRecorded(url, why)
    const intercepted = new Interception(mayVisit, { bodies: false })
    const limits = { settleMs: 2 * SETTLE_MS, ...options.limits, ...seededDraws(options.seed) }
    const { load, obstacles } = await interceptedLoad(running, url, intercepted, { ...options, limits })
    signal.throwIfAborted()
    demandStatus(url, load)
    const { failure } = load
    if (failure !== null)
      throw new NotRecorded(
        url,
        (await refusalOf(load.finalUrl ?? url, load, intercepted)) ??
          (failure.detail === null ? failure.code : `${failure.code} (${failure.detail})`),
        load,
      )
    options.say(loadLine(0, load))
    // Only then is its log whole.
    if (running.netLogFile === null || !(await done(running.close(), CLOSE_LIMIT_MS)))
      throw new NotRecorded(url, 'the browser did not close in time')
    await demandWholeNetlog(running.netLogFile)
    const log = await netlogRequests(running.netLogFile, folder.scratch, LOAD_LIMITS.bytes)
    const { refusals } = intercepted
    const webSockets = log.requests.flatMap((request) => (/^wss?:/.test(request.url) ? request.url : []))
    const { version } = running
    return {
      load,
      obstacles,
      ...seenRequests(log.requests, pageRequests(load.events)),
      webSockets,
      certificates: log.certificates,
      refusals,
      version,
    }
  } finally {
    await running.kill()
    await running.release()
  }
}

/** Says why the document was not asked for; null where it was. A load can end before that is known: it waits for a robots.txt. */
async function refusalOf(
  url: string,
  { requests }: Load,
  { refusals, judging }: Interception,
): Promise<string | null> {
  const main = requests.findLast(({ isMainDocument }) => isMainDocument)
  return refusals.get(url) ?? (await judging.get(main?.url ?? url)) ?? null
}

/** @throws NotRecorded where the site says no: it is then asked nothing more for now (CRW-4) */
export function demandStatus(url: string, load: Load): void {
  const { status } = load
  // Chromium shows a page whose status is below 100, which none is (RFC 9110, 15).
  if (status !== null && (status < 100 || status >= 400))
    throw new NotRecorded(url, `its document has status ${status}`, load)
}

/** The same draws in all loads of a recording, and in its replays; the clock is the present. */
export function seededDraws(seed: number | null): Pick<LoadRequest, 'draws'> {
  return seed === null ? {} : { draws: { seed, clockStartMs: null } }
}

/** One line for whoever waits. */
export function loadLine(ordinal: number, load: Load, isHttp1 = false): string {
  const how = ordinal === 0 ? 'load for bodies' : `load ${ordinal} for times${isHttp1 ? ', HTTP/1.1' : ''}`
  const outcome = load.failure === null ? `${load.requests.length} requests` : load.failure.code
  return `${how}: ${outcome}, ${Math.round(load.wallMs)} ms`
}
