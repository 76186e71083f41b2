import type { Machine } from '../harness/machine.ts'
import type { Spread } from '../survey/summary.ts'

/** `median (smallest–largest)`, or the one value where all are alike; null for none. */
export function spreadText(spread: Spread | null, digits: number): string | null {
  if (spread === null) return null
  const [middle, low, high] = [spread.median, spread.min, spread.max].map((value) => value.toFixed(digits))
  return low === high ? `${middle}` : `${middle} (${low}–${high})`
}

export function machineLine({ cores, cpuModel, memoryGiB, kernel, node, loadBefore }: Machine): string {
  return `${cores} cores (${cpuModel}) for browsers and servers together, ${memoryGiB} GiB, Linux ${kernel}, Node ${node}, load before ${loadBefore.toFixed(2)}`
}
