import { integer } from '../../../figures/quantity.ts'
import type { AdoptionTrend } from '../../../server/contract/contract.ts'
import type { VNode } from '../../dom/h.ts'
import { numbers, scrolling, table, texts } from '../../dom/table.ts'
import { seriesWords } from './trend-data.ts'

type Series = AdoptionTrend['series'][number]
type Step = Series['steps'][number]
type Change = Step['rows'][number]

interface ChurnRow {
  readonly series: Series
  readonly step: Step
  readonly change: Change
}

/** Shows what sites gained and lost from survey to survey, apart from what the list did; null where nothing is followed. */
export function churnTable({ series }: AdoptionTrend, row: string, rowLabel: string): VNode | null {
  const rows = series.flatMap((one) =>
    one.steps.flatMap((step) => {
      const change = step.rows.find((candidate) => candidate.row === row)
      return change === undefined ? [] : [{ series: one, step, change }]
    }),
  )
  if (rows.length === 0) return null
  return scrolling(
    `${rowLabel}: gained and lost`,
    table(
      {
        caption: `${rowLabel}: sites that began and ceased, from survey to survey`,
        columns: [
          ...texts('from survey'),
          ...numbers('gained', 'lost', 'to and fro', 'not known', 'came with the list', 'left with the list'),
          ...numbers('net change, points', 'known to both', 'smallest detectable'),
        ],
        rows: rows.map((one) => churnCells(one, series)),
      },
      { id: 'churn' },
    ),
  )
}

function churnCells({ series, step, change }: ChurnRow, all: readonly Series[]): readonly string[] {
  const { gained, lost, gainedFlapping, lostFlapping, unknown, appeared, disappeared } = change
  const counts = [gained - gainedFlapping, lost - lostFlapping, gainedFlapping + lostFlapping]
  return [
    [`#${step.beforeId} to #${step.afterId}`, ...seriesWords(series, all)].join(', '),
    ...[...counts, unknown, appeared, disappeared].map(integer),
    ...netChange(change),
  ]
}

/** Returns the change of the share over sites known to both surveys, how many they are, and the smallest detectable change. */
function netChange({ change }: Change): readonly string[] {
  if (change === null) return ['–', '0', '–']
  const { difference, low, high, n, detectable } = change
  return [
    `${points(difference)} (${points(low)} to ${points(high)})`,
    integer(n),
    (100 * detectable).toFixed(1),
  ]
}

function points(value: number): string {
  const text = Math.abs(100 * value).toFixed(1)
  return text === '0.0' ? '0' : `${value > 0 ? '+' : '−'}${text}`
}
