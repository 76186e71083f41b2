import type { Har } from 'har-format'
import type { MetricName } from '../../model/metrics.ts'
import type { Measured, Metric } from './metric.ts'
import { type Fidelity, replayFidelity } from './replay-fidelity.ts'

/** A metric of a replayed load; null on pages that are no recordings. */
export function replayed(
  name: MetricName,
  about: string,
  compute: (fidelity: Fidelity) => number | Measured,
): Metric {
  return {
    name,
    about,
    compute({ har }) {
      const fidelity = har === null ? null : knownFidelity(har)
      return fidelity === null ? { value: null, note: 'the page is no recording' } : compute(fidelity)
    },
  }
}

/** Every metric of a load asks for it. */
const known = new WeakMap<Har, Fidelity | null>()

function knownFidelity(har: Har): Fidelity | null {
  const before = known.get(har)
  if (before !== undefined) return before
  const fidelity = replayFidelity(har)
  known.set(har, fidelity)
  return fidelity
}
