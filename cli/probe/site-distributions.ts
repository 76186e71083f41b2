import { COMPOSITION_METRICS } from '../../model/composition-metrics.ts'
import { METRICS, type Unit } from '../../model/metrics.ts'
import type { CompositionCdf } from '../../server/contract/contract.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'

/** The distribution of one metric over the sites of a campaign, under one arm. */
interface SiteDistribution {
  readonly metric: CompositionCdf['metric']
  readonly curve: CompositionCdf['arms'][number]
}

const COLUMNS: readonly Column<SiteDistribution>[] = [
  { heading: 'of a page', cell: ({ metric }) => METRICS[metric].label + UNIT_WORDS[METRICS[metric].unit] },
  { heading: 'n', cell: ({ curve }) => curve.n, align: 'right' },
  { heading: 'no value', cell: ({ curve }) => curve.without, align: 'right' },
  { heading: '25 %', cell: (row) => shown(row, quantileOf(row, 0.25)), align: 'right' },
  { heading: 'median', cell: (row) => shown(row, row.curve.median), align: 'right' },
  { heading: '95 % interval', cell: intervalText, align: 'right' },
  { heading: '75 %', cell: (row) => shown(row, quantileOf(row, 0.75)), align: 'right' },
  { heading: 'most', cell: (row) => shown(row, row.curve.max), align: 'right' },
]

const UNIT_WORDS: Readonly<Record<Unit, string>> = {
  ms: ' ms',
  bytes: ' kB',
  fraction: ' %',
  count: '',
  ratio: '',
}

export function distributionsTable(rows: readonly SiteDistribution[], width: number | null): string {
  return textTable(rows, COLUMNS, width)
}

/** A line for each metric and arm; numbers as they are computed, in the metric's unit. */
export function* distributionsCsv(answers: readonly CompositionCdf[]): Iterable<string> {
  yield 'metric,unit,arm,n,without,min,q25,median,median_low,median_high,q75,q90,max'
  for (const { metric, arms } of answers)
    for (const curve of arms) {
      const row = { metric, curve }
      yield csvRecord([
        ...[metric, METRICS[metric].unit, curve.arm, curve.n, curve.without, curve.min],
        ...[quantileOf(row, 0.25), curve.median],
        ...[curve.medianInterval?.low ?? null, curve.medianInterval?.high ?? null],
        ...[quantileOf(row, 0.75), quantileOf(row, 0.9), curve.max],
      ])
    }
}

/** The metrics in their order, as long as any site has a value under the arm. */
export function rowsOfArm(answers: readonly CompositionCdf[], arm: string): SiteDistribution[] {
  return COMPOSITION_METRICS.flatMap((metric) => {
    const curve = answers.find((one) => one.metric === metric)?.arms.find((one) => one.arm === arm)
    return curve === undefined ? [] : [{ metric, curve }]
  })
}

function quantileOf({ curve }: SiteDistribution, p: number): number | null {
  return curve.table.find((entry) => entry.p === p)?.value ?? null
}

function intervalText(row: SiteDistribution): string | null {
  const { medianInterval } = row.curve
  return medianInterval === null
    ? null
    : `${shown(row, medianInterval.low)}–${shown(row, medianInterval.high)}`
}

function shown({ metric }: SiteDistribution, value: number | null): string | null {
  if (value === null) return null
  switch (METRICS[metric].unit as Unit) {
    case 'bytes':
      return (value / 1_000).toFixed(value < 100_000 ? 1 : 0)
    case 'fraction':
      return (100 * value).toFixed(0)
    case 'ms':
      return value.toFixed(1)
    case 'ratio':
      return value.toFixed(2)
    case 'count':
      return Number.isInteger(value) ? String(value) : value.toFixed(1)
  }
}
