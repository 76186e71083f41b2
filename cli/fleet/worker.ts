import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { messageOf } from '../../crawler/process/thrown.ts'
import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import type { Database } from '../../db/connection/database.ts'
import { demandKnownSchema } from '../../db/connection/known-schema.ts'
import { recordVantage, VANTAGE_NAME } from '../../db/fleet/vantages.ts'
import { type LockSession, openLockSession } from '../../fleet/polite/lock-session.ts'
import { sharedSlots } from '../../fleet/polite/shared-slots.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { isWaiting } from '../../fleet/queue/is-waiting.ts'
import { MEASURING, type MeasuringKind } from '../../fleet/queue/job.ts'
import { demandKnownQueue } from '../../fleet/queue/open-queue.ts'
import { measureVantage, REFERENCE_NAMES } from '../../fleet/vantage/measure-vantage.ts'
import { AWAY_MS, type Lane, runWorker } from '../../fleet/worker/run-worker.ts'
import { OPERATIONS } from '../../model/operation.ts'
import { CliError, EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { commaList, milliseconds, wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'
import { addConductOptions, addReachOptions } from '../options/run-options.ts'
import { visitSettings } from '../options/run-settings.ts'
import { VERSION } from '../options/version.ts'
import { prepareLoads } from '../probe/prepare-loads.ts'
import { maxMemoryOption, unconfinedOption, unsafeNoSandboxOption } from '../probe/probe-options.ts'
import { openFleet } from './open-fleet.ts'
import { mayAdd, scheduleLane } from './schedule-lane.ts'
import { surveyLane } from './survey-lane.ts'
import type { WorkerCommandOptions } from './worker-options.ts'

/** `towline worker`: takes jobs of one vantage point. */
export function workerCommand(): Command {
  const command = new Command('worker')
    .optionsGroup('Vantage point:')
    .addOption(
      new Option('--vantage <name>', 'its name: small letters, digits, hyphens')
        .argParser(vantageName)
        .makeOptionMandatory(),
    )
    .option('--place <text>', 'where it is, as its owner says: “Tokyo, Japan”')
    .option('--network <text>', 'which network it is in, as its owner says: “AS2497, university”')
    .addOption(
      new Option('--reference <hosts>', 'hosts whose RTT is measured, comma separated')
        .argParser(commaList)
        .default(REFERENCE_NAMES, 'four that are well known'),
    )
    .optionsGroup('How it runs:')
    .addOption(
      new Option('--takes <kinds>', 'kinds of jobs, comma separated, of: survey,campaign,replay')
        .argParser(kindList)
        .default(['survey', 'campaign'], 'survey,campaign'),
    )
    .option('--concurrency <n>', 'sites visited at once by this worker', wholeNumber(1, 10_000), 256)
    .addOption(
      new Option(
        '--per-address <n>',
        'sites at once that share one address, of all workers together: the same for each',
      )
        .argParser(wholeNumber(1, 10_000))
        .default(2),
    )
    .addOption(
      new Option(
        '--site-gap <time>',
        'at least this between two rounds of loads of one site, whatever a campaign says (default: 60s on the public network)',
      ).argParser(milliseconds),
    )
    .addOption(maxMemoryOption())
    .addOption(unsafeNoSandboxOption())
    .addOption(unconfinedOption())
  addReachOptions(command)
  addConductOptions(command)
  return command
    .optionsGroup('Files:')
    .option('--recordings <folder>', 'where the recordings lie that jobs may replay')
    .addOption(databaseOption())
    .addOption(cacheOption('the browser, programs that capture packets'))
    .action(async (options: WorkerCommandOptions) => {
      process.exitCode = await work(options)
    })
}

function kindList(text: string): MeasuringKind[] {
  const names = [...new Set(commaList(text))]
  const kinds = MEASURING.filter((kind) => names.includes(kind))
  if (kinds.length !== names.length || kinds.length === 0)
    throw new InvalidArgumentError(`must be of ${MEASURING.join(', ')}.`)
  return kinds
}

function vantageName(text: string): string {
  if (!VANTAGE_NAME.test(text)) throw new InvalidArgumentError('up to 40 small letters, digits and hyphens.')
  return text
}

async function work(options: WorkerCommandOptions): Promise<number> {
  if (options.takes.includes('replay') && options.recordings === undefined)
    throw new CliError(EXIT.usage, '--takes replay needs --recordings, the folder of what may be replayed')
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const warn = (line: string): void => say(`towline: ${line}`)
  await using interrupt = untilInterrupted()
  const { signal: drain } = interrupt
  await using fleet = await openFleet(options.database, 'worker', { supervise: true })
  const { db, queue, url } = fleet
  try {
    await prepare(db, options, drain)
  } catch (error) {
    // It ends without having taken a job.
    if (drain.aborted) return EXIT.ok
    throw error
  }
  await createQueues(queue, options.vantage)
  say(`${options.vantage} takes jobs`)
  drain.addEventListener('abort', () => say(`${options.vantage} ends when the jobs under way are done`))
  while (!drain.aborted) {
    await using session = await openSession(url, drain, warn)
    if (session === null) break
    // Nothing under way may go on without its locks, for others may be at the same site.
    const stop = session.lost
    const onError = (error: unknown): void => warn(messageOf(error))
    const addressSlots = sharedSlots({ session, space: 'address', limit: options.perAddress, onError })
    const siteSlots = sharedSlots({ session, space: 'site', limit: 1, onError })
    await using survey = surveyLane({ db, options, addressSlots, siteSlots, stop, say })
    const lanes: Lane[] = []
    if (options.takes.includes('campaign')) {
      // The browser's driver takes more memory than everything else.
      const { campaignLane } = await import('./campaign-lane.ts')
      lanes.push(campaignLane({ db, options, siteSlots, addressSlots, say, warn }))
    }
    if (options.takes.includes('replay')) {
      const { replayLane } = await import('./replay-lane.ts')
      lanes.push(replayLane({ db, url, options, say }))
    }
    if (options.takes.includes('survey')) lanes.push(survey)
    if (await mayAdd(db)) lanes.push(scheduleLane(fleet, options))
    const ending = AbortSignal.any([drain, stop])
    await runWorker({
      boss: queue.boss,
      lanes,
      isWaiting: (name) => isWaiting(db, queue, name),
      async demandKnown() {
        await demandKnownSchema(db)
        await demandKnownQueue(db, queue)
      },
      drain: ending,
      stop,
      warn,
    })
  }
  return EXIT.ok
}

async function prepare(db: Database, options: WorkerCommandOptions, signal: AbortSignal): Promise<void> {
  if (options.takes.includes('campaign')) await prepareLoads({ ...options, capture: true }, signal)
  await introduce(db, options, signal)
}

/** Waits for a database that is away; null where the worker ends before it is back. */
async function openSession(
  url: string,
  drain: AbortSignal,
  warn: (line: string) => void,
): Promise<LockSession | null> {
  for (let tries = 0; !drain.aborted; tries += 1) {
    try {
      const session = await openLockSession(url)
      if (tries > 0) warn('the database is back')
      return session
    } catch (error) {
      if (tries === 0) warn(`the database does not answer, waiting for it: ${messageOf(error)}`)
      await sleep(AWAY_MS, undefined, { signal: drain }).catch(() => {
        // The worker ends.
      })
    }
  }
  return null
}

async function introduce(db: Database, options: WorkerCommandOptions, signal: AbortSignal): Promise<void> {
  const clock = (): number => performance.now()
  using loop = watchLoop(clock)
  const settings = await visitSettings(
    { ...options, operations: [...OPERATIONS], timeout: 20_000 },
    clock,
    loop,
  )
  await using _resolver = settings.resolver
  const measured = await measureVantage({
    db,
    names: options.reference,
    context: () => ({ ...settings, originMs: clock(), signal }),
    resolvers: settings.resolver.servers,
    signal,
    clock,
    wallClock: Date.now,
  })
  await recordVantage(db, {
    ...measured,
    name: options.vantage,
    place: options.place ?? null,
    network: options.network ?? null,
    measuredAt: new Date().toISOString(),
    toolVersion: VERSION,
  })
}
