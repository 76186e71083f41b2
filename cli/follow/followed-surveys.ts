import type { Database } from '../../db/connection/database.ts'
import { canonicalJson } from '../../db/rows/canonical-json.ts'
import { listSurveys, type SurveyRow } from '../../db/survey/surveys.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive } from '../options/run-settings.ts'
import { measuredOptions } from '../survey/create-survey-of.ts'

/** What the surveys have in common that these options continue, as text. */
export function seriesOf(options: RunOptions): string {
  return canonicalJson({
    list: listName(options),
    operations: options.operations,
    options: measuredOptions(options),
    vantage: options.vantage ?? null,
    sandbox: !isLive(options),
  })
}

/** The surveys that these options continue, oldest first: of the same list by name, measured alike, from the same place. */
export async function followedSurveys(db: Database, options: RunOptions): Promise<SurveyRow[]> {
  const measured = canonicalJson(measuredOptions(options))
  const source = listName(options)
  return (await listSurveys(db))
    .filter(
      ({ list, ...survey }) =>
        canonicalJson(survey.options) === measured &&
        survey.operations.join() === options.operations.join() &&
        survey.vantage === (options.vantage ?? null) &&
        survey.sandbox === !isLive(options) &&
        (source === null ? list.trancoId !== null : list.source === source),
    )
    .reverse()
}

/** Null: Tranco's, whichever day's. */
function listName({ list, listName }: RunOptions): string | null {
  return list === undefined ? null : (listName ?? list)
}
