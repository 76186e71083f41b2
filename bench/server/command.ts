import { Command, Option } from 'commander'
import { CliError, EXIT, untilInterrupted } from '../../cli/exit/exit-codes.ts'
import { wholeNumber } from '../../cli/options/arguments.ts'
import { VERSION } from '../../cli/options/version.ts'
import { duration } from '../../cli/output/text.ts'
import { campaignSites } from '../../db/campaign/campaign-sites.ts'
import { type CampaignRow, listCampaigns } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { measuredOn } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { fill, findFilled } from './fill.ts'
import { insertRate, integerText } from './insert-rate.ts'
import { load, loadReport } from './load.ts'

interface BenchOptions {
  readonly samples: number
  readonly sites: number
  readonly seed: number
  readonly database: string
}

const SURVEY_SITES = 10_000

/** `bench-server`: a database of made-up samples, how fast it was filled, and how fast the server answers from it. */
export function benchServerCommand(): Command {
  return new Command('bench-server')
    .description(
      'Fills a database with made-up samples, once, says how many rows a second were written, and times the server on it.',
    )
    .addOption(
      new Option('--samples <n>', 'samples in all, a tenth of them of one site')
        .argParser(wholeNumber(1, 1_000_000_000))
        .default(10_000_000),
    )
    .addOption(
      new Option('--sites <n>', 'sites they are of').argParser(wholeNumber(1, SURVEY_SITES)).default(2_000),
    )
    .addOption(
      new Option('--seed <n>', 'equal seeds make equal samples')
        .argParser(wholeNumber(0, 2 ** 32 - 1))
        .default(1),
    )
    .addOption(
      new Option('--database <file or url>', 'a database of its own, kept for the next time').default(
        'data/bench-server.sqlite',
      ),
    )
    .action(bench)
}

async function bench(options: BenchOptions): Promise<void> {
  await using interrupt = untilInterrupted()
  if (await isFilled(options)) printProgress(`${options.database} is filled already`)
  else await fillOnce(options, interrupt.signal)
  const { id: campaignId, surveyId, domains } = await filledCampaign(options)
  const clock = (): number => performance.now()
  const { database, seed } = options
  const result = await load({
    database,
    seed,
    campaignId,
    surveyId: surveyId ?? 0,
    domains,
    clock,
    say: printProgress,
    signal: interrupt.signal,
  })
  console.log(loadReport(result))
}

async function fillOnce(options: BenchOptions, signal: AbortSignal): Promise<void> {
  await using db = await openDatabase({ url: options.database })
  if ((await listCampaigns(db)).length > 0)
    throw new CliError(
      EXIT.usage,
      `${db.name} holds something else, or was not filled to its end: delete it, or name another with --database`,
    )
  await fillAndTell(db, options, signal)
}

/** The campaign that is asked of, with the domains of its sites in their order. */
async function filledCampaign(
  options: BenchOptions,
): Promise<CampaignRow & { readonly domains: readonly string[] }> {
  await using db = await openDatabase({ url: options.database, readOnly: true })
  const campaign = await findFilled(db, options)
  if (campaign === null) throw new Error(`${db.name} was filled and does not hold it`)
  return { ...campaign, domains: (await campaignSites(db, campaign.id)).map(({ domain }) => domain) }
}

/** Asked as a reader: who opens some gigabytes for writing has them checked first, which takes a minute. */
async function isFilled(options: BenchOptions): Promise<boolean> {
  try {
    await using db = await openDatabase({ url: options.database, readOnly: true })
    return (await findFilled(db, options)) !== null
  } catch (error) {
    // Not there yet, or of an older towline: what is wrong else shows when it is opened for writing.
    if (error instanceof DatabaseError && error.code === 'unreadable') return false
    throw error
  }
}

const TERMINAL_EVERY_MS = 500
const PLAIN_EVERY_MS = 60_000

async function fillAndTell(db: Database, options: BenchOptions, signal: AbortSignal): Promise<void> {
  const clock = (): number => performance.now()
  const host = measuredOn(printProgress)
  const startMs = clock()
  let shownAtMs = startMs
  const filled = await fill(db, {
    ...options,
    surveySites: SURVEY_SITES,
    toolVersion: VERSION,
    signal,
    clock,
    onProgress: (samples) => {
      if (clock() - shownAtMs < (process.stderr.isTTY ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS)) return
      shownAtMs = clock()
      const leftS = ((shownAtMs - startMs) / 1_000) * (options.samples / samples - 1)
      const line = `${integerText(samples)} of ${integerText(options.samples)} samples, ${duration(Math.max(leftS, 0))} left`
      process.stderr.write(process.stderr.isTTY ? `\r\x1b[2K${line}` : `${line}\n`)
    },
  })
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K')
  console.log(`${host.cores} cores, ${host.cpuModel}, node ${host.node}: ${insertRate(filled)}`)
}
