import type { Command } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { answeringSites } from '../../db/survey/answering-sites.ts'
import { surveyProgress } from '../../db/survey/survey-sites.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import { type AdoptionChange, type AdoptionDiff, adoptionDiff } from '../../stats/survey/adoption-diff.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import { type Format, print } from '../output/format.ts'
import { rowLabel } from '../output/row-label.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { countText, lineWidth, noteWidth, tableWidth, wrap } from '../output/text.ts'
import { findSurvey } from './find-survey.ts'
import { share } from './share.ts'

export function surveyDiffCommand(): Command {
  return readCommand('diff')
    .argument('<before>', 'number of the earlier survey')
    .argument('[after]', 'number of the later survey, or latest', 'latest')
    .action((before: string, after: string, options: ReadOptions) =>
      reading(options, async (db) => showDiff(db, ...(await twoSurveys(db, before, after)), options.format)),
    )
}

/** @throws CliError where both are the same, as `latest` is where there is one alone */
async function twoSurveys(db: Database, before: string, after: string): Promise<[SurveyRow, SurveyRow]> {
  const [earlier, later] = [await findSurvey(db, before), await findSurvey(db, after)]
  if (earlier.id === later.id)
    throw new CliError(EXIT.noInput, `survey ${later.id} would be compared with itself: name another one`)
  return [earlier, later]
}

export async function showDiff(
  db: Database,
  before: SurveyRow,
  after: SurveyRow,
  format: Format,
): Promise<void> {
  const diff = await adoptionDiff(answeringSites(db, before.id), answeringSites(db, after.id))
  const unvisited = format === 'table' ? await unvisitedLines(db, [before, after]) : []
  print(format, {
    json: { before, after, ...diff },
    csv: () => csvLines(diff.rows, CSV_COLUMNS),
    table: () => [
      ...diffLines(before, after, diff, tableWidth()),
      ...unvisited.flatMap((line) => wrap(line, noteWidth(tableWidth()))),
    ],
  })
}

/** Sites that an unfinished survey has not visited yet stand among those of the other alone. */
async function unvisitedLines(db: Database, surveys: readonly SurveyRow[]): Promise<string[]> {
  const lines = await Promise.all(
    surveys.map(async ({ id, state }) => {
      if (state === 'finished') return []
      const { total, done } = await surveyProgress(db, id)
      return done === total
        ? []
        : [`Survey ${id} has visited ${done} of ${total} sites; the others count as not in it.`]
    }),
  )
  return lines.flat()
}

const CSV_COLUMNS: readonly Column<AdoptionChange>[] = [
  { heading: 'row', cell: ({ row }) => row },
  { heading: 'share_before', cell: ({ before }) => before?.share ?? null },
  { heading: 'share_after', cell: ({ after }) => after?.share ?? null },
  { heading: 'gained', cell: ({ gained }) => gained },
  { heading: 'lost', cell: ({ lost }) => lost },
  { heading: 'kept', cell: ({ kept }) => kept },
  { heading: 'never', cell: ({ never }) => never },
  { heading: 'unknown', cell: ({ unknown }) => unknown },
  { heading: 'appeared', cell: ({ appeared }) => appeared },
  { heading: 'disappeared', cell: ({ disappeared }) => disappeared },
  { heading: 'n', cell: ({ change }) => change?.n ?? null },
  { heading: 'difference', cell: ({ change }) => change?.difference ?? null },
  { heading: 'low', cell: ({ change }) => change?.low ?? null },
  { heading: 'high', cell: ({ change }) => change?.high ?? null },
  { heading: 'p', cell: ({ change }) => change?.p ?? null },
  { heading: 'detectable', cell: ({ change }) => change?.detectable ?? null },
]

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
