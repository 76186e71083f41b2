import type { Database } from '../db/database.ts'
import { latestSurvey, type SurveyRow, surveyById } from '../db/surveys.ts'
import { CliError, EXIT } from './exit-codes.ts'

/** The survey that `7` or `latest` names. */
export async function findSurvey(db: Database, name: string): Promise<SurveyRow> {
  if (name !== 'latest' && !/^\d{1,9}$/.test(name)) {
    throw new CliError(
      EXIT.usage,
      `'${name}' is no survey: give its number (see \`towline survey list\`) or 'latest'`,
    )
  }
  const survey = name === 'latest' ? await latestSurvey(db) : await surveyById(db, Number(name))
  if (survey !== null) {
    if (survey.state !== 'finished')
      process.stderr.write(`survey ${survey.id} is not finished: this is what it has so far\n`)
    return survey
  }
  throw new CliError(
    EXIT.noInput,
    name === 'latest'
      ? `${db.name} holds no survey yet: make one with \`npm run crawl -- --sandbox\``
      : `${db.name} holds no survey ${name} (see \`towline survey list\`)`,
  )
}
