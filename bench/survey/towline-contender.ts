import { join } from 'node:path'
import { ENTRY } from '../../cli/options/entry.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { latestSurvey } from '../../db/survey/surveys.ts'
import type { Discipline, SurveyContender, SurveyJob } from './contender.ts'

/** The command as it is started here: no npx or npm between. */
export const TOWLINE: readonly string[] = [process.execPath, ENTRY]

/** towline's own command with these flags; everything that a survey records goes to its database, as always. */
export function towlineContender(
  discipline: Discipline,
  about: string,
  flags: readonly string[],
  name = 'towline',
): SurveyContender {
  return {
    name,
    discipline,
    about,
    program: null,
    argv: (job) => [...TOWLINE, ...towlineArguments(job, flags)],
    async read(job) {
      await using db = await openDatabase({ url: databaseFile(job), readOnly: true })
      const survey = await latestSurvey(db)
      const lines = new Set<string>()
      const answered = new Set<string>()
      const failures = new Map<string, string | null>()
      if (survey === null) return { lines, answered, failures }
      for await (const { domain, reachable, failure } of surveyedSites(db, survey.id)) {
        if (reachable || failure !== null) lines.add(domain)
        if (reachable) answered.add(domain)
        failures.set(domain, failure)
      }
      return { lines, answered, failures }
    },
  }
}

/** The arguments of a survey of the sandbox; also for runs that are measured without competitors. */
export function towlineArguments(
  job: Omit<SurveyJob, 'stdoutFile'>,
  flags: readonly string[],
): readonly string[] {
  return [
    'crawl',
    '--survey-only',
    '--database',
    databaseFile(job),
    '--list',
    job.hostsFile,
    '--resolver',
    job.resolver,
    '--ca',
    job.caFile,
    '--allow-address',
    job.allowCidrs.join(','),
    // No peer keeps to two sites an address, and the replicas share some hundred of them.
    '--per-address',
    '10000',
    ...flags,
  ]
}

const databaseFile = ({ folder }: Pick<SurveyJob, 'folder'>): string => join(folder, 'towline.sqlite')
