import type { Tick } from './axis.ts'
import type { Scale } from './plot-box.ts'

/** Quarters of the whole, for an axis from 0 to 100 %. */
export function shareTicks(scale: Scale): readonly Tick[] {
  return [0, 0.25, 0.5, 0.75, 1].map((share) => ({ position: scale(share), label: `${100 * share} %` }))
}
