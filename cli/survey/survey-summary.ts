import type { Command } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import { ownLine as OWN_LINE } from '../../figures/own-line.ts'
import { ownLine } from '../../server/figures/own-line.ts'
import { surveySummary } from '../../server/survey/survey-summary.ts'
import type { AdoptionSummary } from '../../stats/survey/adoption.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import { figureLines } from '../output/figure-text.ts'
import type { Format } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { csvRecord } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { groupsOf, type NamedGroup } from './adoption-groups.ts'
import { findSurvey } from './find-survey.ts'
import { summaryLines } from './summary-text.ts'

export function surveySummaryCommand(): Command {
  return readCommand('summary')
    .argument('[survey]', 'number of the survey, or latest', 'latest')
    .action((name: string, options: ReadOptions) =>
      reading(options, async (db) => showSummary(db, await findSurvey(db, name), options)),
    )
}

/** Prints the adoption summary of a survey: counts, shares and their Wilson 95 % intervals. */
export async function showSummary(
  db: Database,
  survey: SurveyRow,
  { format }: { format: Format },
): Promise<void> {
  const { id: surveyId } = survey
  const summary = await surveySummary(db, survey, { writer: null })
  if (format === 'json') console.log(jsonText({ survey, ...summary }, 2))
  else if (format === 'csv') for (const line of summaryCsv(summary)) console.log(line)
  else {
    const found = await ownLine(db, surveyId)
    const filled = found.rows.some(({ fillsOwnLine }) => fillsOwnLine === true)
    for (const line of [
      ...summaryLines(surveyId, survey, summary, tableWidth()),
      ...(filled ? figureLines(OWN_LINE, found, tableWidth()) : []),
    ])
      console.log(line)
  }
}

export function* summaryCsv(summary: AdoptionSummary): Iterable<string> {
  const all: [string, NamedGroup[]][] = [['all', [{ ...summary, title: 'all' }]], ...groupsOf(summary)]
  yield csvRecord([
    'grouping',
    'group',
    'n',
    'reachable',
    'row',
    'count',
    'unknown',
    'share_of_all',
    'low',
    'high',
    'share_of_reachable',
    'reachable_low',
    'reachable_high',
  ])
  for (const [grouping, groups] of all) {
    for (const group of groups) {
      for (const { row, count, unknown, ofAll, ofReachable } of group.rows) {
        const shares = [ofAll, ofReachable].flatMap((each) => [
          each?.share ?? null,
          each?.low ?? null,
          each?.high ?? null,
        ])
        yield csvRecord([grouping, group.title, group.n, group.reachable, row, count, unknown, ...shares])
      }
    }
  }
}
