import { ARMS, type Arm } from '../../model/arm.ts'
import { html, type Markup } from '../../server/http/html.ts'
import { type GainRow, type MeasuredPage, reductionPercent } from './measured-page.ts'
import { byFirstGain } from './page-table.ts'
import { STUDY } from './study.ts'

const LABELS = 46
const PANEL = 400
const GAP = 26
const ROW = 11
const TOP = 62
const BOTTOM = 34
/** The axis goes so far at least, so that pictures of runs can be laid side by side. */
const AXIS_PERCENT = 50

const STYLE = `text{font:11px system-ui,sans-serif;fill:#24292f}.row{font-size:9px}.head{font-weight:600;font-size:13px}
.shown{fill:#1a7f4b}.slower{fill:#b3261e}.open{fill:#9aa4ae}.interval{stroke:#24292f;stroke-width:1}
.grid{stroke:#d0d7de}.zero{stroke:#24292f}.study{stroke:#9a6700;stroke-width:1.5;stroke-dasharray:4 3}.note{fill:#9a6700}
@media(prefers-color-scheme:dark){text{fill:#d7dde3}.shown{fill:#3fb37a}.slower{fill:#f2796f}.open{fill:#6b7580}
.interval,.zero{stroke:#d7dde3}.grid{stroke:#3a424b}.study{stroke:#d4a72c}.note{fill:#d4a72c}}`

type Scale = (percent: number) => number

/** Reductions page by page as bars, a panel for each arm, both in the order of the first arm's. An SVG file. */
export function reductionBars(pages: readonly MeasuredPage[], arms: readonly Arm[]): string {
  const sorted = byFirstGain(pages, arms)
  const [low, high] = domainOf(pages)
  const width = LABELS + arms.length * (PANEL + GAP)
  const height = TOP + sorted.length * ROW + BOTTOM
  const scale: Scale = (percent) => (PANEL * (Math.min(high, Math.max(low, percent)) - low)) / (high - low)
  return `${
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Reduction of page load times, page by page">
<style>${STYLE}</style>
${sorted.map(({ name }, row) => html`<text class="row" x="${LABELS - 6}" y="${TOP + row * ROW + 8}" text-anchor="end">${name}</text>\n`)}${arms.map(
  (arm, index) =>
    html`<g transform="translate(${LABELS + index * (PANEL + GAP)} 0)">\n${panel(arm, sorted, scale, [low, high])}</g>\n`,
)}</svg>`.text
  }\n`
}

/** Ends of the axis in tens; longer intervals are cut off there. */
function domainOf(pages: readonly MeasuredPage[]): readonly [number, number] {
  const reductions = pages.flatMap(({ gains }) =>
    [...gains.values()].map(({ gain }) => reductionPercent(gain)),
  )
  const tens = (value: number, round: (tenth: number) => number) => 10 * round(value / 10)
  return [
    tens(Math.min(-10, ...reductions) - 3, Math.floor),
    tens(Math.max(AXIS_PERCENT, ...reductions) + 3, Math.ceil),
  ]
}

function panel(
  arm: Arm,
  pages: readonly MeasuredPage[],
  scale: Scale,
  [low, high]: readonly [number, number],
): Markup {
  const bottom = TOP + pages.length * ROW
  const ticks = Array.from({ length: (high - low) / 10 + 1 }, (_, tick) => low + 10 * tick)
  const studyX = scale(STUDY.meanReductionPercent).toFixed(1)
  return html`<text class="head" x="0" y="16">${ARMS[arm].label}: page load time shorter by, %</text>
${ticks.map((tick) => html`<line class="${tick === 0 ? 'zero' : 'grid'}" x1="${scale(tick).toFixed(1)}" x2="${scale(tick).toFixed(1)}" y1="${TOP - 4}" y2="${bottom}"/><text class="row" x="${scale(tick).toFixed(1)}" y="${bottom + 14}" text-anchor="middle">${tick < 0 ? `−${-tick}` : tick}</text>\n`)}${pages.map(
  ({ gains }, row) => bar(gains.get(arm), TOP + row * ROW, scale),
)}<line class="study" x1="${studyX}" x2="${studyX}" y1="${TOP - 12}" y2="${bottom}"/>
<text class="row note" x="${studyX}" y="${TOP - 16}" text-anchor="middle">mean of the study, SPDY: ${STUDY.meanReductionPercent}</text>
`
}

function bar(row: GainRow | undefined, top: number, scale: Scale): Markup | null {
  if (row === undefined) return null
  const [zero, end] = [scale(0), scale(reductionPercent(row.gain))]
  const kind = row.verdict === 'faster' ? 'shown' : row.verdict === 'slower' ? 'slower' : 'open'
  const px = (value: number): string => value.toFixed(1)
  const limits = row.gainInterval
  return html`<rect class="${kind}" x="${px(Math.min(zero, end))}" y="${top + 1}" width="${px(Math.abs(end - zero))}" height="${ROW - 3}"/>${
    limits === null
      ? null
      : html`<line class="interval" x1="${px(scale(reductionPercent(limits.low)))}" x2="${px(scale(reductionPercent(limits.high)))}" y1="${top + 5}" y2="${top + 5}"/>`
  }\n`
}
