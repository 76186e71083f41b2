import type { Database } from '../../db/connection/database.ts'
import { latestSurvey, type SurveyRow } from '../../db/survey/surveys.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { COMMAND } from '../options/entry.ts'
import { findSurvey } from '../survey/find-survey.ts'

/**
 * The survey that the sites of a campaign from a vantage point are selected from. `latest` is a finished one, for others
 * are still being visited: the newest from there, or, where there is none, the newest from anywhere.
 */
export async function campaignSurvey(db: Database, name: string, vantage: string): Promise<SurveyRow> {
  if (name !== 'latest') return await findSurvey(db, name)
  const found =
    (await latestSurvey(db, { finishedOnly: true, vantage })) ??
    (await latestSurvey(db, { finishedOnly: true }))
  if (found === null)
    throw new CliError(
      EXIT.noInput,
      `${db.name} holds no finished survey yet: wait for it (\`${COMMAND} jobs list\`), or give the number of one`,
    )
  return found
}
