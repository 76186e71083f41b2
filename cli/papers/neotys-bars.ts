import { ARMS } from '../../model/arm.ts'
import type { LoadFigureName } from '../../model/load-figure-terms.ts'
import { NEOTYS_2013, type NeotysName } from '../../model/neotys-2013.ts'
import { html, type Markup } from '../../server/http/html.ts'
import type { ArmReport } from '../../stats/load/arm-reports.ts'
import { figureText, numberText } from '../load/load-report-text.ts'

/** Left of a bar, for its name: "towline, HTTP/1.1 in clear text". */
const LABELS = 190
const BARS = 200
/** Right of a bar, for its value. */
const VALUES = 130
const PANEL = BARS + VALUES
const ROW = 20
const TOP = 34
const BOTTOM = 8

const STYLE = `text{font:11px system-ui,sans-serif;fill:#24292f}.head{font-weight:600;font-size:12px}
.ours{fill:#0b6bcb}.theirs{fill:#9a6700}.open{fill-opacity:.45}.interval{stroke:#24292f}.axis{stroke:#8c959f}
@media(prefers-color-scheme:dark){text{fill:#d7dde3}.ours{fill:#4493f8}.theirs{fill:#d4a72c}.interval{stroke:#d7dde3}.axis{stroke:#6b7580}}`

interface Bar {
  readonly label: string
  readonly isOurs: boolean
  /** Is null where it is not known. */
  readonly value: number | null
  readonly interval: readonly [number, number] | null
  readonly isLowerBound: boolean
  readonly text: string
}

interface Panel {
  readonly title: string
  readonly bars: readonly Bar[]
}

const SHARED: readonly (readonly [LoadFigureName, NeotysName, string])[] = [
  ['highestPagesPerS', 'max_pages_per_s', 'Highest rate, pages/s'],
  ['slaUsers', 'sla_3s_violated_at_users', 'Users at the limit of 3 s'],
  ['firstErrorUsers', 'first_error_at_users', 'Users at first error'],
]

/** Neotys's figures and those of each arm as bars, a panel for each figure that both have. An SVG file. */
export function besideNeotysBars(arms: readonly ArmReport[]): string {
  const panels = SHARED.map(([figure, measure, title]) => panelOf(arms, figure, measure, title))
  const rows = panels[0]?.bars ?? []
  const width = LABELS + panels.length * PANEL
  const height = TOP + rows.length * ROW + BOTTOM
  return `${
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Neotys 2013 beside this run">
<style>${STYLE}</style>
${rows.map(({ label }, row) => html`<text x="${LABELS - 8}" y="${TOP + row * ROW + 13}" text-anchor="end">${label}</text>\n`)}${panels.map(
  (panel, index) => html`<g transform="translate(${LABELS + index * PANEL} 0)">\n${panelMarkup(panel)}</g>\n`,
)}</svg>`.text
  }\n`
}

function panelOf(
  arms: readonly ArmReport[],
  figure: LoadFigureName,
  measure: NeotysName,
  title: string,
): Panel {
  const printed = NEOTYS_2013.find(({ name }) => name === measure)
  const theirs = (['http', 'https', 'spdy'] as const).map((protocol): Bar => {
    const value = printed?.[protocol] ?? null
    return {
      ...{ label: `Neotys, ${protocol.toUpperCase()}`, isOurs: false, value },
      ...{ interval: null, isLowerBound: false, text: value === null ? 'not known' : numberText(value) },
    }
  })
  const ours = arms.map(({ server, arm, figures }): Bar => {
    const found = figures[figure]
    return {
      ...{ label: `${server}, ${ARMS[arm].label}`, isOurs: true, value: found?.value ?? null },
      ...{ interval: found?.interval ?? null, isLowerBound: found?.bound != null },
      text: figureText(found, 1) ?? 'not known',
    }
  })
  return { title, bars: [...theirs, ...ours] }
}

function panelMarkup({ title, bars }: Panel): Markup {
  const ends = bars.flatMap(({ value, interval }) => [value ?? 0, ...(interval ?? [])])
  const most = Math.max(...ends) || 1
  const scale = (value: number) => (BARS * value) / most
  const bottom = TOP + bars.length * ROW
  return html`<text class="head" x="0" y="18">${title}</text>
${bars.map((bar, row) => barMarkup(bar, TOP + row * ROW, scale))}<line class="axis" x1="0" x2="0" y1="${TOP - 4}" y2="${bottom}"/>
`
}

function barMarkup(
  { value, isOurs, isLowerBound, interval, text }: Bar,
  top: number,
  scale: (value: number) => number,
): Markup {
  const px = (length: number): string => length.toFixed(1)
  const end = scale(Math.max(value ?? 0, interval?.[1] ?? 0))
  const kind = `${isOurs ? 'ours' : 'theirs'}${isLowerBound ? ' open' : ''}`
  return html`${value === null ? null : html`<rect class="${kind}" x="0" y="${top + 3}" width="${px(scale(value))}" height="${ROW - 7}"/>`}${
    interval === null
      ? null
      : html`<line class="interval" x1="${px(scale(interval[0]))}" x2="${px(scale(interval[1]))}" y1="${top + 9}" y2="${top + 9}"/>`
  }<text x="${px(end + 5)}" y="${top + 13}">${text}</text>\n`
}
