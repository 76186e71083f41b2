import { Command } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { type ContributionTally, contributionTallies } from '../../db/field/contribution-rows.ts'
import { newestRelease, releaseSize } from '../../db/field/field-cells.ts'
import { readLosses } from '../../db/field/field-losses.ts'
import { listStudies } from '../../db/field/field-studies.ts'
import { addDays } from '../../stats/field/days.ts'
import { wholeNumber } from '../options/arguments.ts'
import { databaseOption } from '../options/database.ts'
import { type Format, formatOption } from '../output/format.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { countText, jsonText, tableWidth } from '../output/text.ts'

interface StatsOptions {
  readonly days: number
  readonly format: Format
  readonly database: string
}

const COLUMNS: readonly Column<ContributionTally>[] = [
  { heading: 'list', cell: ({ list }) => list },
  { heading: 'day', cell: ({ day }) => day },
  { heading: 'protocol', cell: ({ proto }) => proto },
  { heading: 'loads', cell: ({ loads }) => loads, align: 'right' },
  { heading: 'pseudonyms', cell: ({ pseudonyms }) => pseudonyms, align: 'right' },
  { heading: 'sites', cell: ({ sites }) => sites, align: 'right' },
  { heading: 'reused', cell: ({ reused }) => reused, align: 'right' },
  { heading: 'excluded', cell: ({ excluded }) => excluded, align: 'right' },
]

/** `towline contributions stats`: for the operator alone, it shows what is not published (safety.md P8). */
export function contributionsStatsCommand(): Command {
  return new Command('stats')
    .option('--days <n>', 'of the last days', wholeNumber(1, 400), 14)
    .addOption(formatOption())
    .addOption(databaseOption())
    .action(async ({ days, format, database }: StatsOptions) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const since = addDays(new Date().toISOString().slice(0, 10), 1 - days)
      const tallies = await contributionTallies(db, since)
      if (format === 'csv') {
        for (const line of csvLines(tallies, COLUMNS)) console.log(line)
        return
      }
      const studies = await Promise.all(
        (await listStudies(db)).map(async (study) => {
          const release = await newestRelease(db, study.list)
          const size = release === null ? null : await releaseSize(db, release.id)
          return {
            ...study,
            release: release && { week: release.week, releasedAt: release.releasedAt, ...size },
            losses: (await readLosses(db, study.list)).length,
          }
        }),
      )
      if (format === 'json') return console.log(jsonText({ since, studies, tallies }, 2))
      for (const { list, openedDay, closedDay, pilot, sites, release, losses } of studies) {
        const state = closedDay === null ? `open since ${openedDay}` : `${openedDay} to ${closedDay}`
        const shown =
          release === null
            ? 'no release'
            : `release of ${release.week} with ${countText(release.cells ?? 0, 'curve')}`
        console.log(
          `${list}: ${state}, ${pilot === null ? 'public' : `pilot ${pilot}`}, ${countText(sites, 'site')}, ${shown}`,
        )
        if (losses > 0)
          console.log(
            `  ${countText(losses, 'cell')} lost a contributor: recomputed within a day, or with --losses`,
          )
      }
      if (tallies.length === 0) console.log(`no contribution since ${since}`)
      else console.log(`\n${textTable(tallies, COLUMNS, tableWidth())}`)
    })
}
