import { join } from 'node:path'
import { ENTRY } from '../../cli/options/entry.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { latestSurvey } from '../../db/survey/surveys.ts'
import { AT_ONCE, type Contender, type Discipline, type RunPlace } from './contender.ts'

/** The command as it is started here: no npx or npm between. */
export const TOWLINE: readonly string[] = [process.execPath, ENTRY]

/** towline's own command with these flags; everything that a survey records goes to its database, as always. */
export function towlineContender(discipline: Discipline, about: string, flags: readonly string[]): Contender {
  return {
    name: 'towline',
    discipline,
    about,
    program: null,
    argv: (place) => [...TOWLINE, ...towlineArguments(place, ['--concurrency', String(AT_ONCE), ...flags])],
    async read(place) {
      await using db = await openDatabase({ url: databaseFile(place), readOnly: true })
      const survey = await latestSurvey(db)
      const lines = new Set<string>()
      const answered = new Set<string>()
      if (survey === null) return { lines, answered }
      for await (const { domain, reachable, failure } of surveyedSites(db, survey.id)) {
        if (reachable || failure !== null) lines.add(domain)
        if (reachable) answered.add(domain)
      }
      return { lines, answered }
    },
  }
}

/** The arguments of a survey of the sandbox; also for runs that are measured without competitors. */
export function towlineArguments(
  place: Omit<RunPlace, 'stdoutFile'>,
  flags: readonly string[],
): readonly string[] {
  return [
    'crawl',
    '--survey-only',
    '--database',
    databaseFile(place),
    '--list',
    place.hostsFile,
    '--resolver',
    place.resolver,
    '--ca',
    place.caFile,
    '--allow-address',
    place.allowCidrs.join(','),
    // No peer keeps to two sites an address, and the replicas share some hundred of them.
    '--per-address',
    '10000',
    ...flags,
  ]
}

const databaseFile = ({ folder }: Pick<RunPlace, 'folder'>): string => join(folder, 'towline.sqlite')
