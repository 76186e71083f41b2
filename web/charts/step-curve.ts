import { scaleLinear, scaleLog } from 'd3-scale'
import { logTicks } from './log-ticks.ts'

export interface EcdfPoint {
  /** Share of samples, 0..1, ascending. */
  readonly p: number
  readonly value: number
}

/** Shares of the table that stands behind a chart of distributions. */
export const TABLE_SHARES = Array.from({ length: 19 }, (_, i) => (i + 1) / 20)

/** About how many places the read-out has. */
const PLACES = 60

/** Places all along a stepped curve, a few px apart: what a label must not cover. */
export function alongSteps(corners: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  return corners.flatMap((corner, i) => {
    const next = corners[i + 1] ?? corner
    const across = Math.ceil((next.x - corner.x) / 5)
    const up = Math.ceil((corner.y - next.y) / 5)
    return [
      ...Array.from({ length: across + 1 }, (_, k) => ({
        x: Math.min(next.x, corner.x + 5 * k),
        y: corner.y,
      })),
      ...Array.from({ length: up }, (_, k) => ({ x: next.x, y: corner.y - 5 * k })),
    ]
  })
}

/** Share of samples at or below a value. */
export function shareAt(steps: readonly EcdfPoint[], value: number): number {
  return steps.findLast((step) => step.value <= value)?.p ?? 0
}

/** The axis, its ticks, and the round values at which the read-out stops. */
export function xScale(values: readonly number[], kind: 'linear' | 'log', range: [number, number]) {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const positive = values.filter((value) => value > 0)
  const ticks = Math.max(2, Math.floor((range[1] - range[0]) / 90))
  if (kind === 'log' && positive.length > 0) {
    const scale = scaleLog([Math.min(...positive) / 1.05, high * 1.05], range).clamp(true)
    const [from = 1, to = 1] = scale.domain()
    const places = Array.from({ length: PLACES + 1 }, (_, i) =>
      Number((from * (to / from) ** (i / PLACES)).toPrecision(3)),
    )
    return Object.assign((value: number) => scale(value), { ticks: logTicks(from, to), places })
  }
  const pad = high === low ? Math.max(1, 0.05 * high) : 0.03 * (high - low)
  const scale = scaleLinear([Math.max(0, low - pad), high + pad], range)
  return Object.assign((value: number) => scale(value), {
    ticks: scale.ticks(ticks),
    places: scale.ticks(PLACES),
  })
}
