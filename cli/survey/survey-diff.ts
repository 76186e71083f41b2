import type { Command } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { answeringSites } from '../../db/survey/answering-sites.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import { type AdoptionChange, adoptionDiff } from '../../stats/survey/adoption-diff.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import type { Format } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { csvRecord } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { diffLines } from './diff-text.ts'
import { findSurvey } from './find-survey.ts'

export function surveyDiffCommand(): Command {
  return readCommand('diff')
    .argument('<before>', 'number of the earlier survey')
    .argument('[after]', 'number of the later survey, or latest', 'latest')
    .action((before: string, after: string, options: ReadOptions) =>
      reading(options, async (db) =>
        showDiff(db, await findSurvey(db, before), await findSurvey(db, after), options.format),
      ),
    )
}

export async function showDiff(
  db: Database,
  before: SurveyRow,
  after: SurveyRow,
  format: Format,
): Promise<void> {
  const diff = await adoptionDiff(answeringSites(db, before.id), answeringSites(db, after.id))
  if (format === 'json') return console.log(jsonText({ before, after, ...diff }, 2))
  if (format === 'csv') {
    console.log(
      'row,share_before,share_after,gained,lost,kept,never,unknown,appeared,disappeared,n,difference,low,high,p,detectable',
    )
    for (const row of diff.rows) console.log(csvRecord(cells(row)))
    return
  }
  for (const line of diffLines(before, after, diff, tableWidth())) console.log(line)
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
