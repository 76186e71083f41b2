import type { SurveyRow } from '../../db/survey/surveys.ts'
import type { AdoptionChange, AdoptionDiff } from '../../stats/survey/adoption-diff.ts'
import { countText } from '../output/count-text.ts'
import { lineWidth, noteWidth } from '../output/output-width.ts'
import { rowLabel } from '../output/row-label.ts'
import { type Column, textTable } from '../output/table.ts'
import { wrap } from '../output/wrap.ts'
import { share } from './share.ts'

const COLUMNS: readonly Column<AdoptionChange>[] = [
  { heading: '', cell: ({ row }) => rowLabel(row) },
  { heading: 'before', cell: (row) => share(row.before), align: 'right' },
  { heading: 'after', cell: (row) => share(row.after), align: 'right' },
  { heading: 'gained', cell: ({ gained }) => gained, align: 'right' },
  { heading: 'lost', cell: ({ lost }) => lost, align: 'right' },
  { heading: 'kept', cell: ({ kept }) => kept, align: 'right', optional: true },
  { heading: 'unknown', cell: ({ unknown }) => unknown, align: 'right', optional: true },
  { heading: 'new', cell: ({ appeared }) => appeared, align: 'right', optional: true },
  { heading: 'gone', cell: ({ disappeared }) => disappeared, align: 'right', optional: true },
  { heading: 'change among both', cell: verdict },
]

export function diffLines(
  before: SurveyRow,
  after: SurveyRow,
  { rows, both, onlyBefore, onlyAfter, method }: AdoptionDiff,
  width: number | null,
): string[] {
  const examples = rows.flatMap(({ row, gainedExamples, lostExamples }) => [
    ...(gainedExamples.length > 0 ? [`gained ${row}: ${gainedExamples.join(', ')}`] : []),
    ...(lostExamples.length > 0 ? [`lost ${row}: ${lostExamples.join(', ')}`] : []),
  ])
  return [
    '',
    `${surveyText(before)} → ${surveyText(after)}`,
    `${countText(both, 'site')} in both, ${onlyBefore} only before, ${onlyAfter} only after`,
    '',
    textTable(rows, COLUMNS, width),
    '',
    ...wrap(method, noteWidth(width)),
    ...examples.flatMap((line) => wrap(line, lineWidth(width))),
  ]
}

function surveyText({ id, createdAt, sites }: SurveyRow): string {
  return `survey ${id} (${createdAt.slice(0, 10)}, ${countText(sites, 'site')})`
}

function verdict({ change }: AdoptionChange): string | null {
  if (change === null) return null
  const points = (value: number): string => `${value >= 0 ? '+' : '−'}${Math.abs(100 * value).toFixed(1)}`
  const interval = `${points(change.difference)} points (${points(change.low)}…${points(change.high)}), n ${change.n}`
  if (change.low > 0 || change.high < 0) return interval
  return `${interval}: no difference shown (smallest detectable difference ${(100 * change.detectable).toFixed(1)} points)`
}
