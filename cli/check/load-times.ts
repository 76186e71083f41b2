import type { Arm } from '../../model/arm.ts'
import { escapeHtml } from '../../server/http/escape-html.ts'
import type { CheckReport } from './check-report.ts'
import { labelOf, ms } from './check-words.ts'

const WIDTH = 420
const LEFT = 8
const RIGHT = 14
const ROW = 48
const LABEL = 15
const AXIS = 40

/** Page load times as an SVG: a row for each protocol, a dot for each load, a line at the median. */
export function loadTimes({ arms, points }: Pick<CheckReport, 'arms' | 'points'>): string {
  const most = points.reduce((largest, { value }) => Math.max(largest, value), 0)
  if (most === 0) return ''
  const step = niceStep(most / 5)
  const end = step * Math.ceil(most / step)
  const x = (value: number): string => (LEFT + ((WIDTH - LEFT - RIGHT) * value) / end).toFixed(1)
  const bottom = arms.length * ROW
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, i) => i * step)
  const row = (arm: Arm, median: number | null, index: number): string => {
    const middle = ROW * index + LABEL + (ROW - LABEL) / 2
    const dots = points
      .filter((point) => point.arm === arm)
      .map(
        ({ value, round }) =>
          `<circle cx="${x(value)}" cy="${middle}" r="5"><title>round ${round + 1}: ${ms(value)}</title></circle>`,
      )
    const mark =
      median === null
        ? ''
        : `<line class="median" x1="${x(median)}" x2="${x(median)}" y1="${middle - 10}" y2="${middle + 10}"/>`
    const label = `${labelOf(arm)}${median === null ? '' : `, ${ms(median)}`}`
    return `<g class="${arm}"><text x="0" y="${ROW * index + LABEL - 2}">${escapeHtml(label)}</text>${dots.join('')}${mark}</g>`
  }
  return [
    `<svg viewBox="0 0 ${WIDTH} ${bottom + AXIS}" role="img" aria-labelledby="times-title">`,
    '<title id="times-title">Page load times of all valid loads by protocol, with medians</title>',
    ...ticks.map(
      (tick) =>
        `<g class="axis"><line x1="${x(tick)}" x2="${x(tick)}" y1="${LABEL}" y2="${bottom}"/>` +
        `<text x="${x(tick)}" y="${bottom + 18}" text-anchor="middle">${tick}</text></g>`,
    ),
    `<text class="unit" x="${WIDTH - RIGHT}" y="${bottom + 36}" text-anchor="end">page load time, ms</text>`,
    ...arms.map(({ arm, pltMs }, index) => row(arm, pltMs, index)),
    '</svg>',
  ].join('\n')
}

/** 1, 2 or 5 times a power of ten, at least so large. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}
