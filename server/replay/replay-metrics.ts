import type { InvalidReason } from '../../model/sample.ts'
import type { MetricName, ReplayFidelity } from '../contract/contract.ts'

/** The metrics of a replayed load (crawler/metrics) whose medians say how faithful it was. */
export const REPLAY_METRICS = {
  hits: 'replay_hits',
  misses: 'replay_misses',
  spares: 'replay_spares',
  missShare: 'replay_miss_share',
  url: 'replay_rungs.url',
  query: 'replay_rungs.query',
  path: 'replay_rungs.path',
  body: 'replay_rungs.body',
  preflight: 'replay_rungs.preflight',
  byteShare: 'replay_byte_share',
  waitedMs: 'replay_waited_ms',
  liveWaitedMs: 'replay_live_waited_ms',
  receivedMs: 'replay_received_ms',
  liveReceivedMs: 'replay_live_received_ms',
} as const satisfies Readonly<Record<string, MetricName>>

export type ReplayMetric = keyof typeof REPLAY_METRICS

/** Reason of a load that missed too many requests. */
export const MISSES_REASON = 'replay_misses' satisfies InvalidReason

/** Takes the medians over the valid loads of an arm; `n`: loads that have any. */
export function fidelityOf(
  n: number,
  medians: Readonly<Partial<Record<ReplayMetric, number>>>,
): ReplayFidelity {
  const { missShare, url, query, path, body, preflight, ...rest } = medians
  const known = (value: number | undefined): number | null => value ?? null
  return {
    n,
    hits: known(rest.hits),
    misses: known(rest.misses),
    spares: known(rest.spares),
    shareAnswered: missShare === undefined ? null : 1 - missShare,
    rungs: {
      url: known(url),
      query: known(query),
      path: known(path),
      body: known(body),
      preflight: known(preflight),
    },
    byteShare: known(rest.byteShare),
    waitedMs: known(rest.waitedMs),
    liveWaitedMs: known(rest.liveWaitedMs),
    receivedMs: known(rest.receivedMs),
    liveReceivedMs: known(rest.liveReceivedMs),
  }
}
