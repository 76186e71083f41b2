import { rng } from '../../../stats/rng.ts'
import type { DeliveryTrace } from '../condition/trace.ts'

/** Patterns of rattan's cells that replay one (JSON of the crate netem-trace 0.4). Pure. */

/** After its end a pattern of loss keeps its last value, so its duration does not matter. */
export function lossPattern(lossByRun: readonly number[]): string {
  return JSON.stringify({
    RepeatedLossPatternConfig: {
      pattern: [{ StaticLossConfig: { loss: lossByRun, duration: '1s' } }],
      count: 1,
    },
  })
}

/** Delays that are drawn before they start anew. */
const DRAWS = 1000

/**
 * Delays from 0 to twice the jitter, each for so long as the longest of them: rattan knows the delay before and the one
 * that holds now, so that a packet must be gone when the second change comes after it.
 */
export function delayPattern(jitterMs: number, seed: number): string {
  const random = rng(seed)
  const spanUs = Math.round(2000 * jitterMs)
  const pattern = Array.from({ length: DRAWS }, () => ({
    StaticDelayConfig: { delay: `${Math.round(random() * spanUs)}us`, duration: `${spanUs}us` },
  }))
  return JSON.stringify({ RepeatedDelayPatternConfig: { pattern, count: 0 } })
}

export function ratePattern({ steps }: DeliveryTrace): string {
  const pattern = steps.map(({ lastsMs, mbps }) => ({
    StaticBwConfig: { bw: `${Math.round(mbps * 1e6)}bps`, duration: `${lastsMs}ms` },
  }))
  return JSON.stringify({ RepeatedBwPatternConfig: { pattern, count: 0 } })
}
