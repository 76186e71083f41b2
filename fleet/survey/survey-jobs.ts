import type { PgBoss } from 'pg-boss'
import type { Query } from '../../db/connection/database.ts'
import { cutSlices } from '../../db/survey/survey-slices.ts'
import { type JobData, queueName } from '../queue/job.ts'
import { inTransaction } from '../queue/open-queue.ts'

interface SurveyJobsOptions {
  readonly boss: PgBoss
  readonly vantage: string
  readonly sitesPerJob: number
  /** Higher comes first. */
  readonly priority: number
}

/** Makes the jobs of a survey, as part of the transaction that makes the survey. Resolves to how many. */
export async function addSurveyJobs(
  query: Query,
  surveyId: number,
  { boss, vantage, sitesPerJob, priority }: SurveyJobsOptions,
): Promise<number> {
  const slices: JobData<'survey'>[] = await cutSlices(query, surveyId, sitesPerJob)
  const jobs = slices.map(({ ranks }) => ({ data: { surveyId, ranks: [...ranks] }, priority }))
  await boss.insert(queueName('survey', vantage), jobs, { db: inTransaction(query) })
  return jobs.length
}
