import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { CliError, EXIT, untilInterrupted } from '../../cli/exit/exit-codes.ts'
import { commaList, wholeNumber } from '../../cli/options/arguments.ts'
import { VERSION } from '../../cli/options/version.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import { countFinished } from '../../server/survey/count-finished.ts'
import { measuredOn } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { measureRelease, measureScale, type ScaleFigure } from './measure-scale.ts'
import { playBack, recordedSites } from './playback.ts'
import { measureWriters } from './writers.ts'

interface BenchOptions {
  readonly sites: number
  readonly months: number
  readonly seed: number
  readonly recorded: string
  readonly database: string
  readonly writers?: readonly number[]
}

/** `bench-scale`: surveys of a million sites, played back from recorded rows, and how long what they are for takes. */
export function benchScaleCommand(): Command {
  return new Command('bench-scale')
    .description(
      'Plays surveys back from recorded rows into a database of its own, and times list, resume, reports, dashboard and release.',
    )
    .addOption(
      new Option('--sites <n>', 'sites of each survey')
        .argParser(wholeNumber(100, 10_000_000))
        .default(1_000_000),
    )
    .addOption(
      new Option('--months <n>', 'surveys, a month apart; the first two with their operations')
        .argParser(wholeNumber(2, 24))
        .default(2),
    )
    .addOption(
      new Option('--seed <n>', 'equal seeds make equal sites')
        .argParser(wholeNumber(0, 2 ** 32 - 1))
        .default(1),
    )
    .option('--recorded <file>', 'a database whose newest survey is played back', 'demo/recorded.sqlite')
    .option(
      '--database <file>',
      'made, and kept; with --writers also the URL of a PostgreSQL',
      'data/bench-scale.sqlite',
    )
    .addOption(
      new Option('--writers <counts>', 'instead: sites a second that so many processes write').argParser(
        (text) => commaList(text).map(wholeNumber(1, 64)),
      ),
    )
    .action(bench)
}

async function bench(options: BenchOptions): Promise<void> {
  const { sites, months, seed, database } = options
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  const host = measuredOn(printProgress)
  console.log(
    `${host.cores} cores, ${host.cpuModel}, node ${host.node}, load before ${host.loadBefore.toFixed(2)}`,
  )
  if (options.writers !== undefined) {
    for (const writers of options.writers) {
      const playback = { sites, month: 0, seed, toolVersion: VERSION, withOperations: true, signal }
      const run = await measureWriters(writers, { ...playback, recorded: options.recorded, database })
      console.log(
        `${writers} writers: ${run.sitesPerS.toFixed(0)} sites/s, ${run.cpuMsPerSite.toFixed(2)} CPU-ms a site`,
      )
    }
    return
  }
  const recorded = await recordedSites(options.recorded)
  if (existsSync(database))
    throw new CliError(EXIT.usage, `${database} is there already: delete it, or name another with --database`)
  const surveyIds: number[] = []
  {
    await using db = await openDatabase({ url: database })
    for (let month = 0; month < months; month += 1) {
      const startMs = performance.now()
      const played = { sites, month, seed, toolVersion: VERSION, withOperations: month < 2, signal }
      const id = await playBack(db, recorded, played)
      surveyIds.push(id)
      const survey = await surveyById(db, id)
      // As a crawl does at its end.
      if (survey !== null) await countFinished(db, survey)
      if (month === 0) {
        const { size } = await stat(database)
        print({ name: 'database, a site', value: size / sites / 1_000, unit: 'kB', limit: 2.5 })
      }
      printProgress(
        `survey ${month + 1} of ${months}: ${((performance.now() - startMs) / 1_000).toFixed(0)} s`,
      )
      if (month === 0) await measureRelease({ database, signal, say: print })
    }
  }
  const [before = 0, after = 0] = surveyIds
  await measureScale({
    ...{ database, sites, seed, toolVersion: VERSION, signal },
    surveyIds: [before, after],
    say: print,
  })
}

function print({ name, value, unit, limit }: ScaleFigure): void {
  const judged = limit === null ? '' : `  ${value <= limit ? 'kept' : 'MISSED'}: ≤ ${limit} ${unit}`
  console.log(`${name.padEnd(48)}${value.toFixed(2).padStart(10)} ${unit}${judged}`)
}
