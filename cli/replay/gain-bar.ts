import type { ReplayRow } from '../../server/contract/contract.ts'
import { html, type Markup } from '../../server/http/html.ts'

const WIDTH = 260
const HEIGHT = 18

/** Says where a gain lies in a bar's picture, px. */
type GainScale = (gain: number) => number

/** One logarithmic scale for all rows, with 1 on it. */
export function gainScale(rows: readonly ReplayRow[]): GainScale {
  const ends = rows.flatMap(({ gain, gainInterval: limits }) => [
    ...(gain === null ? [] : [gain]),
    ...(limits === null ? [] : [limits.low, limits.high]),
  ])
  const low = Math.log(Math.min(0.9, ...ends) / 1.02)
  const high = Math.log(Math.max(1.1, ...ends) * 1.02)
  return (gain) => (WIDTH * (Math.log(gain) - low)) / (high - low)
}

/** Counted from 1 to the gain, with its interval as a line. The table beside it has the figures. */
export function gainBar({ gain, gainInterval: limits, verdict }: ReplayRow, x: GainScale): Markup | null {
  if (gain === null) return null
  const [one, end] = [x(1), x(gain)]
  const middle = HEIGHT / 2
  const px = (value: number): string => value.toFixed(1)
  return html`<svg width="${WIDTH}" height="${HEIGHT}" aria-hidden="true"><rect class="${kindOf(verdict)}" x="${px(Math.min(one, end))}" y="4" width="${px(Math.abs(end - one))}" height="${HEIGHT - 8}"/>${
    limits === null
      ? null
      : html`<line x1="${px(x(limits.low))}" x2="${px(x(limits.high))}" y1="${middle}" y2="${middle}"/>`
  }<line class="one" x1="${px(one)}" x2="${px(one)}" y1="0" y2="${HEIGHT}"/></svg>`
}

function kindOf(verdict: ReplayRow['verdict']): string {
  return verdict === 'faster' || verdict === 'slower' ? verdict : 'none'
}
