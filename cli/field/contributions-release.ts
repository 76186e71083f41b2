import { Command, Option } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { newestRelease } from '../../db/field/field-cells.ts'
import { listStudies, type Study, studySites } from '../../db/field/field-studies.ts'
import { clockDoubt } from '../../server/database/clock-doubt.ts'
import { isReleased } from '../../server/field/field-keeper.ts'
import { makeRelease, type ReleaseReport } from '../../server/field/field-release.ts'
import { remakeLosses } from '../../server/field/field-remake.ts'
import { mondayOf } from '../../stats/field/days.ts'
import { CliError, EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { countText } from '../output/text.ts'
import { isoWeek, listId } from './contributions-arguments.ts'

interface ReleaseCliOptions {
  readonly week?: string
  readonly list?: string
  readonly losses?: true
  readonly accept?: readonly string[]
  readonly yes?: true
  readonly database: string
}

/** `towline contributions release`: what a running server does by itself every Monday. */
export function contributionsReleaseCommand(): Command {
  return new Command('release')
    .addOption(new Option('--week <week>', 'instead of the current one, such as 2026-W47').argParser(isoWeek))
    .option('--list <id>', 'of this study alone', listId)
    .addOption(
      new Option(
        '--losses',
        'only recompute cells that lost a contributor by deletion since the last release',
      ).conflicts(['week', 'accept']),
    )
    .option(
      '--accept <domain...>',
      'take the present level of these sites as it is, though their curves are held for its leap',
    )
    .option('--yes', 'believe the clock, though the newest day of the data is long ago')
    .addOption(databaseOption())
    .action(async (options: ReleaseCliOptions) => {
      await using interrupt = untilInterrupted()
      await using db = await openDatabase({ url: options.database })
      if (options.losses !== true && options.yes !== true) await demandClock(db)
      for (const study of await studiesOf(db, options.list))
        await (options.losses === true
          ? remake(db, study, interrupt.signal)
          : release(db, study, options, interrupt.signal))
    })
}

/** A release cannot be undone, and none is made before it: the clock is judged as a running server judges it. */
async function demandClock(db: Database): Promise<void> {
  const doubt = await clockDoubt(db, new Date().toISOString().slice(0, 10), 0)
  if (doubt !== null)
    throw new CliError(EXIT.data, `nothing is released: ${doubt}; where that is right, say --yes`)
}

async function studiesOf(db: Database, list: string | undefined): Promise<Study[]> {
  const studies = (await listStudies(db)).filter((study) => list === undefined || study.list === list)
  if (studies.length > 0) return studies
  throw new CliError(
    EXIT.noInput,
    list === undefined
      ? `${db.name} has no study yet: open one with \`towline contributions open\``
      : `${db.name} has no study of ${list}`,
  )
}

async function release(
  db: Database,
  study: Study,
  options: ReleaseCliOptions,
  signal: AbortSignal,
): Promise<void> {
  const { list } = study
  const now = new Date().toISOString()
  const present = mondayOf(now.slice(0, 10))
  const week = options.week ?? present
  if (week > present) throw new CliError(EXIT.usage, `the week of ${week} has not started`)
  const newest = await newestRelease(db, list)
  if (newest !== null && newest.week > week)
    throw new CliError(EXIT.usage, `${list}: the release of ${newest.week} is there: none is made before it`)
  if (!isReleased(study, week)) {
    console.log(`${list}: closed on ${study.closedDay}; its last release stays`)
    return
  }
  const accepted = await sitesNamed(db, list, options.accept ?? [])
  const report = await makeRelease({
    db,
    writer: db,
    study,
    week,
    accepted,
    signal,
    now: () => now,
  })
  console.log(`${list}: ${inWords(report)}`)
}

async function sitesNamed(db: Database, list: string, domains: readonly string[]): Promise<Set<number>> {
  if (domains.length === 0) return new Set()
  const sites = new Map((await studySites(db, list)).map(({ site, domain }) => [domain, site]))
  return new Set(
    domains.map((domain) => {
      const site = sites.get(domain)
      if (site === undefined) throw new CliError(EXIT.noInput, `the study ${list} has no site '${domain}'`)
      return site
    }),
  )
}

function inWords({ week, state, sites, made, carried, frozen, withheld }: ReleaseReport): string {
  if (state === 'exists') return `the release of ${week} is there already, and stays as it is`
  if (state === 'nobody') return `nobody contributed in the weeks before ${week}: there is no release of it`
  return (
    `release of ${week}: ${countText(made + carried + frozen, 'curve')} of ${countText(sites, 'site')} ` +
    `(${made} made, ${carried} kept as too few have changed, ${frozen} held for a leap), ${withheld} withheld`
  )
}

async function remake(db: Database, { list }: Study, signal: AbortSignal): Promise<void> {
  const { remade, withheld } = await remakeLosses({ db, writer: db, list, signal })
  console.log(
    remade + withheld === 0
      ? `${list}: no published curve lost anybody`
      : `${list}: ${countText(remade, 'curve')} recomputed without those who left, ${withheld} withheld`,
  )
}
