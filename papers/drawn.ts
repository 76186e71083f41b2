import type { MetricName } from '../model/metrics.ts'
import { CASES, pageOf, printedMeans } from './cablelabs-cases.ts'
import { GAIN, REDUCTION, WITH_DEPENDENCIES } from './clauses.ts'
import { eachPageOf, PAGES } from './elkhatib-sweep.ts'
import type { CellValue, Where } from './rule.ts'

/** A figure or table of a paper in its own axes: the mean over cells at each level of a factor, a line for each series. */
export interface DrawnFigure {
  /** Entry of the paper. */
  readonly entry: string
  readonly plan: string
  readonly metric: MetricName
  readonly value: CellValue
  /** The same of HTTP/1.1, where it stands beside. */
  readonly valueOfH1?: CellValue
  readonly x: { readonly factor: string; readonly label: string; readonly isLog: boolean }
  readonly y: string
  /** A series may be of another metric than the figure. */
  readonly series: readonly { readonly name: string; readonly where: Where; readonly metric?: MetricName }[]
  /** Numbers in print; of a figure without numbers none can be drawn. */
  readonly printed: readonly { readonly series: string; readonly x: number; readonly y: number }[]
}

const SAVED = 'Reduction of Time on Wire over HTTP/1.1, %'
const GAIN_OF_CASE = 'Gain over HTTPS with a window of 3'
const PHASE_SAVED = 'Reduction of the phase over HTTP/1.1, %'

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

/** Phases of loads of these pages: what is saved in setting up, and what is waited longer. */
function phasesOf(...pages: readonly string[]): DrawnFigure['series'] {
  return (['connect', 'wait'] as const).flatMap((phase) =>
    pages.map((page) => ({
      name: `${phase}, ${page}`,
      ...{ where: { page: [page] }, metric: `phase_ms.${phase}` as const },
    })),
  )
}

/** Gains over numbers, sizes or loss of objects, a line for each of these conditions. */
function objects(
  entry: string,
  [factor, label, isLog]: readonly [factor: string, label: string, isLog: boolean],
  series: DrawnFigure['series'],
): DrawnFigure {
  return {
    ...{ entry, plan: 'objects-size-loss', metric: 'plt_ms', value: GAIN, y: 'Gain over HTTP/1.1', series },
    ...{ x: { factor, label, isLog }, printed: [] },
  }
}

const BY_LOSS = [0, 0.01, 0.02].map((loss) => ({
  name: `${100 * loss} % lost`,
  where: { lossFraction: [loss] },
}))

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
    ...{
      entry: `cablelabs:table-${table}`,
      plan: 'cablelabs',
      metric: 'plt_ms',
      value,
      y: GAIN_OF_CASE,
      printed,
    },
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

/** Time that a window of 10 in place of 3 saves a protocol. */
const windowSaves = (arm: 'h1' | 'spdy'): CellValue => ({
  as: 'median reduction',
  of: { arm, at: { initcwnd: 10 } },
  over: { arm, at: { initcwnd: 3 } },
})

/** Sorted as their papers. */
export const DRAWN_FIGURES: readonly DrawnFigure[] = [
  {
    ...{ entry: 'cablelabs:figure-3', plan: 'initial-window-figure-3', metric: 'plt_ms' },
    ...{ value: windowSaves('spdy'), valueOfH1: windowSaves('h1') },
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
  {
    ...sweep('section-v-a-tls', 'elkhatib-rtt', ['rttMs', 'Round-trip time, ms']),
    metric: 'phase_ms.ssl',
    y: 'Reduction of TLS set-up over HTTP/1.1, %',
  },
  {
    ...sweep('figure-3', 'elkhatib-phases', ['rttMs', 'Round-trip time, ms']),
    ...{ y: PHASE_SAVED, series: phasesOf('twitter', 'imgur') },
    printed: [{ series: 'connect, imgur', x: 490, y: 94 }],
  },
  sweep(
    'figure-4',
    'elkhatib-bandwidth',
    ['downMbps', 'Rate, Mbit/s', true],
    [
      { series: ALL, x: 0.064, y: 5.75 },
      { series: ALL, x: 8, y: -22.24 },
    ],
  ),
  {
    ...sweep('section-v-b-queue', 'elkhatib-bandwidth', ['downMbps', 'Rate, Mbit/s', true]),
    ...{ metric: 'retransmissions', y: 'Fewer retransmissions than HTTP/1.1, %' },
  },
  {
    ...sweep('figure-5', 'elkhatib-bandwidth', ['downMbps', 'Rate, Mbit/s', true]),
    ...{ y: PHASE_SAVED, series: phasesOf('youtube') },
  },
  sweep('section-v-b-window', 'elkhatib-iw', ['initcwnd', 'Initial window, segments']),
  sweep('figure-6', 'elkhatib-loss', ['lossFraction', 'Share of packets lost']),
  {
    ...sweep('section-v-c-packets', 'elkhatib-loss', ['lossFraction', 'Share of packets lost']),
    ...{ metric: 'packets', y: 'Reduction of packets over HTTP/1.1, %' },
  },
  sweep('figure-8', 'elkhatib-shards', ['shards', 'Shards']),
  sweep('figure-9', 'elkhatib-streams', ['streams', 'Most streams at once', true]),
  {
    ...{ entry: 'elkhatib:section-vi-b-model', plan: 'elkhatib-streams', metric: 'plt_ms', value: GAIN },
    ...{ x: { factor: 'streams', label: 'Most streams at once', isLog: true }, y: 'Gain over HTTP/1.1' },
    series: [100, 400].flatMap((rttMs) =>
      ['youtube', 'nytimes'].map((page) => ({
        name: `${page}, ${rttMs} ms`,
        where: { page: [page], rttMs: [rttMs] },
      })),
    ),
    printed: [],
  },
  objects('wang:objects-size-loss', ['objects', 'Objects of the page', true], BY_LOSS),
  objects('cs244:object-size', ['objectBytes', 'Size of each object, bytes', true], BY_LOSS),
  objects(
    'cs244:loss',
    ['lossFraction', 'Share of packets lost', false],
    [2, 16, 64].map((number) => ({ name: `${number} objects`, where: { objects: [number] } })),
  ),
  {
    ...{ entry: 'wang:dependencies', plan: 'epload-pages', metric: 'plt_ms', value: GAIN, printed: [] },
    ...{ x: { factor: 'rttMs', label: 'Round-trip time, ms', isLog: false }, y: 'Gain over HTTP/1.1' },
    series: [
      { name: 'with dependencies', where: { page: WITH_DEPENDENCIES.pairs.map(([page]) => page) } },
      { name: 'without dependencies', where: { page: WITH_DEPENDENCIES.pairs.map(([, flat]) => flat) } },
    ],
  },
]
