import type { MetricName } from '../model/metrics.ts'
import { CASES, pageOf, printedMeans } from './cablelabs-cases.ts'
import { REDUCTION } from './clauses.ts'
import { eachPageOf, PAGES } from './elkhatib-sweep.ts'
import type { CellValue, Where } from './rule.ts'

/** A figure or table of a paper in its own axes: the mean over cells at each level of a factor, a line for each series. */
export interface DrawnFigure {
  /** Entry of the paper. */
  readonly entry: string
  readonly plan: string
  readonly metric: MetricName
  readonly value: CellValue
  readonly x: { readonly factor: string; readonly label: string; readonly isLog: boolean }
  readonly y: string
  readonly series: readonly { readonly name: string; readonly where: Where }[]
  /** Numbers in print; of a figure without numbers none can be drawn. */
  readonly printed: readonly { readonly series: string; readonly x: number; readonly y: number }[]
}

const SAVED = 'Reduction of Time on Wire over HTTP/1.1, %'
const GAIN = 'Gain over HTTPS with a window of 3'

function sweep(
  entry: string,
  plan: string,
  x: readonly [factor: string, label: string, isLog?: boolean],
  printed: DrawnFigure['printed'] = [],
): DrawnFigure {
  const [factor, label, isLog = false] = x
  const series = eachPageOf(PAGES)
  const isOfAll = printed.some((one) => one.series === ALL)
  return {
    ...{ entry: `elkhatib:${entry}`, plan, metric: 'tow_ms', value: REDUCTION, y: SAVED, printed },
    x: { factor, label, isLog },
    series: isOfAll ? [...series, { name: ALL, where: PAGES }] : series,
  }
}

/** The mean over all pages. */
const ALL = 'all pages'

/** A table of CableLabs: by page and servers, or by loss and rate over round-trip time. */
function gainTable(table: number, value: CellValue): DrawnFigure {
  const isOfPages = table % 2 === 1
  const printed = printedMeans(table).map(({ at, value: y }) => ({
    series: isOfPages
      ? nameOfPage(String(at.page))
      : nameOfLink(Number(at.lossFraction), Number(at.downMbps)),
    x: Number(isOfPages ? at.shards : at.rttMs),
    y,
  }))
  return {
    ...{ entry: `cablelabs:table-${table}`, plan: 'cablelabs', metric: 'plt_ms', value, y: GAIN, printed },
    x: isOfPages
      ? { factor: 'shards', label: 'Servers', isLog: false }
      : { factor: 'rttMs', label: 'Round-trip time, ms', isLog: false },
    series: isOfPages
      ? ['A', 'B', 'C'].map((letter) => ({ name: `page ${letter}`, where: { page: [pageOf(letter)] } }))
      : [0, 0.01].flatMap((loss) =>
          [10, 20].map((mbps) => ({
            name: nameOfLink(loss, mbps),
            where: { lossFraction: [loss], downMbps: [mbps] },
          })),
        ),
  }
}

const nameOfPage = (page: string): string => `page ${page.slice(-1).toUpperCase()}`
const nameOfLink = (loss: number, mbps: number): string => `${100 * loss} % lost, ${mbps} Mbit/s`

/** In the order of their papers. */
export const DRAWN_FIGURES: readonly DrawnFigure[] = [
  {
    ...{ entry: 'cablelabs:figure-3', plan: 'initial-window-figure-3', metric: 'plt_ms' },
    value: {
      as: 'median reduction',
      of: { arm: 'spdy', at: { initcwnd: 10 } },
      over: { arm: 'spdy', at: { initcwnd: 3 } },
    },
    x: { factor: 'page', label: 'Size of the file, bytes', isLog: true },
    y: 'Reduction by a window of 10, %',
    series: [{ name: 'one file', where: {} }],
    printed: [{ series: 'one file', x: 11_000, y: 50 }],
  },
  ...[5, 6].map((table) => gainTable(table, CASES[1])),
  ...[7, 8].map((table) => gainTable(table, CASES[2])),
  ...[9, 10].map((table) => gainTable(table, CASES[3])),
  sweep(
    'figure-2',
    'elkhatib-rtt',
    ['rttMs', 'Round-trip time, ms'],
    [{ series: 'youtube', x: 490, y: 21.26 }],
  ),
  sweep(
    'figure-4',
    'elkhatib-bandwidth',
    ['downMbps', 'Rate, Mbit/s', true],
    [
      { series: ALL, x: 0.064, y: 5.75 },
      { series: ALL, x: 8, y: -22.24 },
    ],
  ),
  sweep('section-v-b-window', 'elkhatib-iw', ['initcwnd', 'Initial window, segments']),
  sweep('figure-6', 'elkhatib-loss', ['lossFraction', 'Share of packets lost']),
  sweep('figure-8', 'elkhatib-shards', ['shards', 'Shards']),
  sweep('figure-9', 'elkhatib-streams', ['streams', 'Most streams at once', true]),
]
