import { dclMs } from '../../crawler/metrics/dcl-ms.ts'
import { documentConnectMs } from '../../crawler/metrics/document-connect-ms.ts'
import { documentDnsMs } from '../../crawler/metrics/document-dns-ms.ts'
import { documentHandshakeMs } from '../../crawler/metrics/document-handshake-ms.ts'
import { documentReceiveMs } from '../../crawler/metrics/document-receive-ms.ts'
import { isReused } from '../../crawler/metrics/document-set-up.ts'
import { documentWaitMs } from '../../crawler/metrics/document-wait-ms.ts'
import type { Metric } from '../../crawler/metrics/metric.ts'
import { navigationMoment } from '../../crawler/metrics/navigation-moment.ts'
import { pltMs } from '../../crawler/metrics/plt-ms.ts'
import { countProtocols, protocolName } from '../../har/protocol-name.ts'
import type { SampleArtifacts } from '../../model/artifacts.ts'
import {
  type ContributedTimes,
  type ContributedVisit,
  MOST_REQUESTS,
  type RequestCounts,
} from '../../model/contribution-terms.ts'
import { isFieldProtocol } from '../../model/field.ts'
import { wholeMs } from '../../model/whole-ms.ts'
import { checkedLoad } from './checked-load.ts'
import type { DropReason, PageLoad, PageTimings, Reduced } from './types.ts'

/**
 * Reduces a load to what it can contribute, by the metrics that live probing and the lab are measured by; else why it is
 * dropped (safety.md EXT-7). Made field by field of numbers and closed words: no text of the page is in it (safety.md P1).
 */
export function reduceLoad(load: PageLoad): Reduced {
  const dropped = dropReason(load)
  if (dropped !== null) return { dropped }
  const proto = protocolName(load.timings.navigation?.nextHopProtocol)
  if (proto === null) return { dropped: 'no_protocol' }
  if (!isFieldProtocol(proto)) return { dropped: 'other_protocol' }
  if (!isMeasured(load.timings)) return { dropped: 'bad_times' }
  const t = loadTimes(load.timings)
  if (t.load === null) return { dropped: 'not_loaded' }
  const n = countRequests(load.timings)
  if (n.requests > MOST_REQUESTS) return { dropped: 'too_many_requests' }
  const visit = visitOf(load.timings)
  const reduced = {
    proto,
    t,
    n,
    reused: visit === 'warm-cache' || isReused(artifactsOf(load.timings)),
    visit,
  }
  return checkedLoad(reduced) ?? { dropped: 'bad_times' }
}

/** The times of a record, for any load: what it may be contributed for is {@link reduceLoad}’s to say. */
export function loadTimes(timings: PageTimings): ContributedTimes {
  const artifacts = artifactsOf(timings)
  const ms = (metric: Metric): number | null => {
    const measured = metric.compute(artifacts)
    return wholeMs(measured === null || typeof measured === 'number' ? measured : measured.value)
  }
  return {
    dns: ms(documentDnsMs),
    connect: ms(documentConnectMs),
    handshake: ms(documentHandshakeMs),
    wait: ms(documentWaitMs),
    receive: ms(documentReceiveMs),
    dcl: ms(dclMs),
    load: ms(pltMs),
  }
}

/** Says by which visit the document came; null where the browser does not tell when it connected. */
function visitOf(timings: PageTimings): ContributedVisit | null {
  if (isWarm(timings.navigation ?? {})) return 'warm-cache'
  const artifacts = artifactsOf(timings)
  if (navigationMoment(artifacts, 'connectStart').value === null) return null
  return isReused(artifacts) ? 'open-connection' : 'new-connection'
}

/** The document is from the cache and was not asked for again. Firefox has no deliveryType: there its bytes tell. */
export function isWarm({
  deliveryType,
  transferSize,
  encodedBodySize,
}: Readonly<Record<string, unknown>>): boolean {
  return deliveryType === undefined
    ? transferSize === 0 && Number(encodedBodySize) > 0
    : deliveryType === 'cache'
}

/** Requests until the load event, so that it is all one when the page is asked: the document and its resources. */
export function countRequests({ navigation, resources }: PageTimings): RequestCounts {
  const loadMs = Number(navigation?.loadEventStart) || Number.POSITIVE_INFINITY
  const before = resources.filter(({ startTime }) => typeof startTime === 'number' && startTime <= loadMs)
  const entries = navigation === null ? before : [navigation, ...before]
  return countProtocols(entries.map(({ nextHopProtocol }) => protocolName(nextHopProtocol)))
}

/**
 * A redirect by another host is hidden (`redirectCount` is 0), but the page was fetched only after it: 206 to 308 ms
 * later where that host took its time, 1 ms later without a redirect (Chromium 156).
 */
const REDIRECT_MS = 100

/** Returns what is known without any arithmetic. */
function dropReason({ timings: { navigation }, hiddenBeforeLoad }: PageLoad): DropReason | null {
  if (navigation === null) return 'no_navigation'
  const positive = (attribute: string): boolean => Number(navigation[attribute] ?? 0) > 0
  if (navigation.type !== 'navigate') return 'not_navigated'
  if (positive('activationStart')) return 'prerendered'
  if (positive('redirectCount')) return 'redirected'
  if (positive('workerStart')) return 'service_worker'
  if (!['', 'cache'].includes(String(navigation.deliveryType ?? ''))) return 'from_cache'
  if (navigation.transferSize === 0 && !isWarm(navigation)) return 'nothing_transferred'
  // An error page is another page, as in live and lab. Older browsers have no status.
  const { responseStatus } = navigation
  if (typeof responseStatus === 'number' && responseStatus !== 0 && !isSuccess(responseStatus))
    return 'http_status'
  if (hiddenBeforeLoad === true) return 'hidden'
  // It is a guess, and a hidden tab of a busy machine waits as long for its renderer: what is certain comes first.
  if (Number(navigation.fetchStart) - Number(navigation.startTime) > REDIRECT_MS) return 'redirected'
  // The event's handlers still run: its end and the times of what they ask for are not known.
  if (!positive('loadEventEnd')) return 'not_loaded'
  return null
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/** Every moment and size of the navigation is a number that one can have measured. */
function isMeasured({ navigation }: PageTimings): boolean {
  const numbers = Object.values(navigation ?? {}).filter((value) => typeof value === 'number')
  return numbers.every((value) => Number.isFinite(value) && value >= 0)
}

function artifactsOf(timings: PageTimings): SampleArtifacts {
  return { timings, har: null, connections: null, packets: null }
}
