import type { Database } from '../../db/connection/database.ts'
import { latestSurvey, type SurveyRow, surveyById } from '../../db/survey/surveys.ts'
import { defaultSurvey } from '../../server/defaults/default-survey.ts'
import { COMMAND } from '../options/entry.ts'
import { findRecorded } from './find-recorded.ts'

export function findSurvey(db: Database, name: string): Promise<SurveyRow> {
  return findRecorded(db, name, {
    what: 'survey',
    latest: latestSurvey,
    byId: surveyById,
    list: 'towline survey list',
    make: `${COMMAND} crawl --sandbox`,
    opening: defaultSurvey,
  })
}
