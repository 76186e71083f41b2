import type { Command } from 'commander'
import { unknownFacts } from '../../crawler/survey/facts/unknown-facts.ts'
import type { Database } from '../../db/connection/database.ts'
import { factColumn, surveyedSites, surveyProgress } from '../../db/survey/survey-sites.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { withRank } from '../../model/site-rank.ts'
import { wholeNumber } from '../options/arguments.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import type { Format } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { csvRecord } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { findSurvey } from './find-survey.ts'
import { sitesText } from './sites-text.ts'

export function surveyShowCommand(): Command {
  return readCommand('show')
    .argument('[survey]', 'number of the survey, or latest', 'latest')
    .option('--limit <n>', 'sites shown in the table, 0 for all', wholeNumber(0, 1_000_000_000), 100)
    .action((name: string, options: ReadOptions & { limit: number }) =>
      reading(options, async (db) => {
        const survey = await findSurvey(db, name)
        await showSites(db, survey, {
          format: options.format,
          limit: options.limit === 0 ? null : options.limit,
        })
      }),
    )
}

export interface ShowOptions {
  readonly format: Format
  /** Sites shown in the table; all of them where it is null. */
  readonly limit: number | null
}

const FIELDS = [
  'rank',
  'rankMagnitude',
  'domain',
  ...Object.keys(unknownFacts('not_reached')),
] as readonly (keyof SurveyedSite)[]

/** One line a site, by rank. CSV and JSON (an array) hold every fact and are streamed. */
export async function showSites(
  db: Database,
  { id, state, sites }: Pick<SurveyRow, 'id' | 'state' | 'sites'>,
  { format, limit }: ShowOptions,
): Promise<void> {
  if (format === 'table') {
    const rows: SurveyedSite[] = []
    for await (const site of surveyedSites(db, id)) {
      if (rows.length === limit) break
      rows.push(site)
    }
    const done = state === 'finished' ? sites : (await surveyProgress(db, id)).done
    return console.log(sitesText(rows, done - rows.length, tableWidth()))
  }
  let first = true
  const headings = FIELDS.map(factColumn)
  if (format === 'csv') console.log(headings.join(','))
  for await (const site of surveyedSites(db, id)) {
    const ranked = withRank(site)
    if (format === 'json') {
      console.log(`${first ? '[' : ','}${jsonText(ranked)}`)
      first = false
    } else
      console.log(
        csvRecord(
          FIELDS.map((name) => ranked[name]),
          headings,
        ),
      )
  }
  if (format === 'json') console.log(first ? '[]' : ']')
}
