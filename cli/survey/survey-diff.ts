import type { Database } from '../../db/connection/database.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import { type AdoptionChange, adoptionDiff } from '../../stats/survey/adoption-diff.ts'
import type { Format } from '../output/format.ts'
import { rowLabel } from '../output/row-label.ts'
import { csvRecord, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { share } from './survey-summary.ts'

/** Prints what changed from one survey to a later one. */
export async function showDiff(
  db: Database,
  before: SurveyRow,
  after: SurveyRow,
  format: Format,
): Promise<void> {
  const diff = await adoptionDiff(surveyedSites(db, before.id), surveyedSites(db, after.id))
  if (format === 'json') return console.log(jsonText({ before, after, ...diff }, 2))
  if (format === 'csv') {
    console.log(
      'row,share_before,share_after,gained,lost,kept,never,unknown,appeared,disappeared,n,difference,low,high,p,detectable',
    )
    for (const row of diff.rows) console.log(csvRecord(cells(row)))
    return
  }
  const day = (survey: SurveyRow): string =>
    `survey ${survey.id} (${survey.createdAt.slice(0, 10)}, ${survey.sites} sites)`
  console.log(`\n${day(before)} → ${day(after)}`)
  console.log(`${diff.both} sites in both, ${diff.onlyBefore} only before, ${diff.onlyAfter} only after\n`)
  console.log(
    textTable(diff.rows, [
      { heading: '', cell: ({ row }) => rowLabel(row) },
      { heading: 'before', cell: (row) => share(row.before), align: 'right' },
      { heading: 'after', cell: (row) => share(row.after), align: 'right' },
      { heading: 'gained', cell: ({ gained }) => gained, align: 'right' },
      { heading: 'lost', cell: ({ lost }) => lost, align: 'right' },
      { heading: 'kept', cell: ({ kept }) => kept, align: 'right' },
      { heading: 'unknown', cell: ({ unknown }) => unknown, align: 'right' },
      { heading: 'new', cell: ({ appeared }) => appeared, align: 'right' },
      { heading: 'gone', cell: ({ disappeared }) => disappeared, align: 'right' },
      { heading: 'change among both', cell: verdict },
    ]),
  )
  console.log(`\n${diff.method}`)
  for (const { row, gainedExamples, lostExamples } of diff.rows) {
    if (gainedExamples.length > 0) console.log(`gained ${row}: ${gainedExamples.join(', ')}`)
    if (lostExamples.length > 0) console.log(`lost ${row}: ${lostExamples.join(', ')}`)
  }
}

function verdict({ change }: AdoptionChange): string | null {
  if (change === null) return null
  const points = (value: number): string => `${value >= 0 ? '+' : '−'}${Math.abs(100 * value).toFixed(1)}`
  const interval = `${points(change.difference)} points (${points(change.low)}…${points(change.high)}), n ${change.n}`
  if (change.low > 0 || change.high < 0) return interval
  return `${interval}: no difference shown (could have shown ${(100 * change.detectable).toFixed(1)})`
}

function cells(row: AdoptionChange): (string | number | null)[] {
  const { change } = row
  return [
    row.row,
    row.before?.share ?? null,
    row.after?.share ?? null,
    row.gained,
    row.lost,
    row.kept,
    row.never,
    row.unknown,
    row.appeared,
    row.disappeared,
    change?.n ?? null,
    change?.difference ?? null,
    change?.low ?? null,
    change?.high ?? null,
    change?.p ?? null,
    change?.detectable ?? null,
  ]
}
