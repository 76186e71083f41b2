import { ARMS, type Arm, promisedProtocol } from '../../../model/arm.ts'
import type { InvalidReason, Verdict } from '../../../model/sample.ts'
import type { Load, RequestRecord } from './load.ts'
import { isSameSite } from './same-site.ts'

export interface Circumstances {
  readonly arm: Arm
  readonly url: string
  /** Hosts forced to HTTP/3, as `URL.host` writes them; empty for the other arms. */
  readonly forced: readonly string[]
  /** Each host's protocol when the page was recorded, by `URL.host`; what must be kept under the arm `recorded`. */
  readonly recordedProtocols?: ReadonlyMap<string, string>
  /** Share of all cores that was busy with others' work than the browser's, 0 to 1; null where unknown. */
  readonly cpuOtherFraction: number | null
  /** The machine counts as saturated from here on. */
  readonly busyLimit: number
  /** A replayed page's share of requests that the recording does not answer, and the most that is allowed. */
  readonly replay?: { readonly missShare: number | null; readonly maxMissShare: number }
}

/**
 * Whether a load counts as a sample of its arm. What the switches asked for is compared with what the browser says it
 * did, request by request: a promise that was not kept makes the sample invalid, never silently one of another arm.
 */
export function judge(load: Load, circumstances: Circumstances): Verdict {
  const { arm, url, cpuOtherFraction, busyLimit } = circumstances
  if (load.failure !== null)
    return { state: 'failed', failure: load.failure.code, detail: load.failure.detail }
  const invalid = (reason: InvalidReason, detail: string): Verdict => ({ state: 'invalid', reason, detail })

  const { finalUrl } = load
  // The page's end comes first: the status of another site's page says nothing about this one.
  if (finalUrl !== null && !isSameSite(url, finalUrl)) return invalid('left_site', finalUrl)
  // A page that was recorded in clear text is replayed so.
  if (
    finalUrl !== null &&
    arm !== 'recorded' &&
    URL.parse(finalUrl)?.protocol !== (arm === 'http' ? 'http:' : 'https:')
  )
    return invalid(arm === 'http' ? 'left_cleartext' : 'left_https', finalUrl)
  if (load.status === null || load.status < 200 || load.status > 299)
    return invalid('http_status', `status ${load.status ?? 'unknown'}`)
  const promised = promisedProtocol(arm)
  if (promised !== null && load.protocol !== promised)
    return invalid('wrong_document_protocol', `${load.protocol ?? 'unknown'} in place of ${promised}`)
  const broken = load.requests.find((request) => breaksPromise(request, circumstances))
  if (broken !== undefined)
    return invalid('wrong_origin_protocol', `${broken.protocol} for ${new URL(broken.url).origin}`)
  const { missShare = null, maxMissShare = 1 } = circumstances.replay ?? {}
  if (missShare !== null && missShare > maxMissShare)
    return invalid(
      'replay_misses',
      `${percent(missShare)} of the requests, more than ${percent(maxMissShare)}`,
    )
  if (cpuOtherFraction !== null && cpuOtherFraction > busyLimit)
    return invalid('machine_busy', `${(100 * cpuOtherFraction).toFixed(0)} % of the cores did other work`)
  return { state: 'valid' }
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`

function breaksPromise(
  { url, protocol }: RequestRecord,
  { arm, forced, recordedProtocols }: Circumstances,
): boolean {
  // A protocol takes a response; data: and blob: come over no wire.
  if (protocol === null || !/^https?:/.test(url)) return false
  if ((ARMS[arm].ruledOut as readonly string[]).includes(protocol)) return true
  const { protocol: scheme, host } = new URL(url)
  if (arm === 'recorded') {
    const recorded = scheme === 'https:' ? recordedProtocols?.get(host) : 'http/1.1'
    return recorded !== undefined && protocol !== recorded
  }
  return arm === 'h3' && scheme === 'https:' && forced.includes(host) && protocol !== 'h3'
}
