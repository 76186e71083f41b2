import type { ReadOut, Stop } from '../charts/chart.ts'

/** Index of the stop nearest to a pointer; null for none. Sizes in px of the chart. */
export function nearestStop({ stops, nearest }: ReadOut, x: number, y: number): number | null {
  let best: number | null = null
  let least = Infinity
  for (const [index, stop] of stops.entries()) {
    const distance = distanceTo(stop, nearest, x, y)
    if (distance < least) {
      best = index
      least = distance
    }
  }
  return best
}

function distanceTo(stop: Stop, nearest: ReadOut['nearest'], x: number, y: number): number {
  if (nearest === 'x') return Math.abs(stop.x - x)
  if (nearest === 'y') return Math.abs(stop.y - y)
  const { box } = stop
  if (box === undefined) return Math.hypot(stop.x - x, stop.y - y)
  // Measures to the box and not to its middle: a long bar is near all along.
  const beside = Math.max(box.x - x, 0, x - box.x - box.width)
  const above = Math.max(box.y - y, 0, y - box.y - box.height)
  return Math.hypot(beside, above)
}

/** Index that a key leads to; null where the key means nothing here. Nothing chosen yet: every key begins at the start. */
export function stopAfterKey(readOut: ReadOut, current: number | null, key: string): number | null {
  const last = readOut.stops.length - 1
  if (last < 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = stepOf(readOut, current ?? 0, key)
  if (step === null) return null
  return current === null ? 0 : Math.max(0, Math.min(last, step))
}

function stepOf(readOut: ReadOut, current: number, key: string): number | null {
  const { columns } = readOut
  if (key === 'ArrowRight') return current + 1
  if (key === 'ArrowLeft') return current - 1
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  const down = key === 'ArrowDown'
  if (columns !== undefined) {
    const next = current + (down ? columns : -columns)
    return next < 0 || next >= readOut.stops.length ? current : next
  }
  // Down is back where the stops climb, as shares of a distribution do, down is back.
  const first = readOut.stops[0]
  const final = readOut.stops.at(-1)
  const climbs = first !== undefined && final !== undefined && final.y < first.y
  return current + (down !== climbs ? 1 : -1)
}
