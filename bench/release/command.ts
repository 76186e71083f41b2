import { join } from 'node:path'
import { Command, Option } from 'commander'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import { untilInterrupted } from '../../cli/exit/interrupt.ts'
import { wholeNumber } from '../../cli/options/arguments.ts'
import { VERSION } from '../../cli/options/version.ts'
import { listCampaigns } from '../../db/campaign/campaigns.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { measuredOn } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { fillSamples } from './fill.ts'
import { type ReleaseRun, runRelease } from './run-release.ts'

interface BenchOptions {
  readonly samples: number
  readonly sites: number
  readonly runs: number
  readonly database: string
}

/** What a release of ten million samples may cost. */
const MOST = { wallMs: 60_000, dataBytes: 200e6, peakBytes: 500e6 } as const

/** `bench-release`: how long the data set of many samples takes, and how large it and the process become. */
export function benchReleaseCommand(): Command {
  return new Command('bench-release')
    .description('Fills a database with made-up samples, once, and times `towline release` on it.')
    .addOption(
      new Option('--samples <n>', 'samples, each with one metric')
        .argParser(wholeNumber(1, 1_000_000_000))
        .default(10_000_000),
    )
    .addOption(
      new Option('--sites <n>', 'sites they are of').argParser(wholeNumber(1, 60_000)).default(2_000),
    )
    .addOption(
      new Option('--runs <n>', 'releases, one after the other').argParser(wholeNumber(1, 100)).default(3),
    )
    .addOption(
      new Option('--database <file>', 'a database of its own, kept for the next time').default(
        'data/bench-release.sqlite',
      ),
    )
    .action(bench)
}

async function bench(options: BenchOptions): Promise<void> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  const host = measuredOn(printProgress)
  await fillOnce(options, signal)
  await using folder = await benchFolder()
  for (let index = 0; index < options.runs; index += 1) {
    const out = join(folder.path, `set-${index}`)
    const run = await runRelease({ database: options.database, out, clock: () => performance.now(), signal })
    console.log(`${host.cores} cores, ${host.cpuModel}, node ${host.node}: ${runText(run)}`)
  }
}

function runText({ wallMs, cpuMs, peakBytes, parquetBytes, csvBytes }: ReleaseRun): string {
  const against = (value: number, most: number, text: string) =>
    `${text}${value <= most ? '' : ' (too much)'}`
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  return [
    against(wallMs, MOST.wallMs, `${seconds(wallMs)} s`),
    `${seconds(cpuMs)} s of processor time`,
    against(peakBytes, MOST.peakBytes, `${mb(peakBytes)} of memory`),
    against(parquetBytes + csvBytes, MOST.dataBytes, `Parquet ${mb(parquetBytes)} and CSV ${mb(csvBytes)}`),
  ].join(', ')
}

async function fillOnce({ database, samples, sites }: BenchOptions, signal: AbortSignal): Promise<void> {
  await using db = await openDatabase({ url: database })
  const [campaign, ...others] = await listCampaigns(db)
  if (campaign === undefined) {
    printProgress(`filling ${database}`)
    // Awaited here: the database is closed when this returns.
    return await fillSamples(db, {
      ...{ samples, sites, signal, toolVersion: VERSION },
      onProgress: (done) => {
        if (done % 1_000_000 === 0) printProgress(`${done} samples`)
      },
    })
  }
  const isWanted =
    campaign.state === 'finished' && JSON.stringify(campaign.options) === JSON.stringify({ samples, sites })
  if (others.length > 0 || !isWanted)
    throw new CliError(
      EXIT.usage,
      `${db.name} holds something else: delete it, or name another with --database`,
    )
}
