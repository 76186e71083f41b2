import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { untilInterrupted } from '../../cli/exit/interrupt.ts'
import { milliseconds, wholeNumber } from '../../cli/options/arguments.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import { preparePart } from '../../cli/prepare/prepare-part.ts'
import { parseLink } from '../../lab/link/condition/parse.ts'
import { openSandbox } from '../../lab/sandbox/open.ts'
import { readSites } from '../../lab/sandbox/site/sites.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { inTurns } from '../harness/in-turns.ts'
import { machineLine, measuredOn } from '../harness/machine.ts'
import { openPostgresServer } from '../harness/postgres-server.ts'
import { printProgress } from '../harness/progress.ts'
import { speedUp, speedUpText, surveyLine } from './speed-up.ts'
import { type TimedSurvey, timedSurvey } from './timed-survey.ts'

interface BenchOptions {
  readonly rounds: number
  readonly sites: number
  readonly concurrency: number
  readonly rtt: number
  readonly postgres?: string
  readonly json?: string
  readonly cache: string
}

/** `bench-workers`: how much faster two workers survey sites that are far away than one. */
export function benchWorkersCommand(): Command {
  return new Command('bench-workers')
    .description(
      'Surveys sites behind a link with one worker and with two, in turns. Needs a PostgreSQL of the distribution.',
    )
    .option('--rounds <n>', 'rounds, one survey of each in each', wholeNumber(1, 100), 6)
    .option('--sites <n>', 'sites of each survey', wholeNumber(10, 10_000), 800)
    .option('--concurrency <n>', 'sites that a worker visits at once', wholeNumber(1, 1_000), 12)
    .addOption(
      new Option('--rtt <time>', 'round-trip time of the link').argParser(milliseconds).default(100, '100ms'),
    )
    .option('--postgres <folder>', 'folder of initdb and postgres (default: the distribution’s)')
    .option('--json <file>', 'also write every survey to this file')
    .addOption(cacheOption('where the sandbox’s programs are unpacked'))
    .action(bench)
}

async function bench(options: BenchOptions): Promise<void> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  await preparePart('sandbox', options.cache, signal)
  await using cleanup = new AsyncDisposableStack()
  const { path: folder } = cleanup.use(await benchFolder())
  const server = cleanup.use(await openPostgresServer({ folder: options.postgres }))
  const zoo = readSites().length
  const sandbox = cleanup.use(
    await openSandbox({
      ...{ signal, cacheDir: options.cache, sites: zoo + options.sites },
      link: parseLink(`rtt=${options.rtt}ms`),
    }),
  )
  const listFile = join(folder, 'list.csv')
  const replicas = sandbox.sites.slice(zoo).map(({ domain }) => `${domain}\n`)
  await writeFile(listFile, replicas.join(''))
  const host = measuredOn(printProgress)
  const rounds: TimedSurvey[][] = []
  for await (const { entrant: workers, round } of inTurns([1, 2], options.rounds, signal)) {
    const { concurrency } = options
    const survey = await timedSurvey({ sandbox, server, listFile, folder, workers, concurrency, signal })
    printProgress(surveyLine(round, survey))
    rounds[round] = [...(rounds[round] ?? []), survey]
  }
  const result = speedUp(rounds)
  console.log(speedUpText(result))
  console.log(
    `${options.sites} sites ${options.rtt} ms away, ${options.concurrency} at once by each worker; ${machineLine(host, 'workers')}`,
  )
  if (options.json !== undefined)
    await writeFile(
      options.json,
      `${JSON.stringify({ machine: host, ...result, surveys: rounds }, null, 2)}\n`,
    )
}
