import { availableParallelism } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { runOwner } from '../../crawler/process/run-owner.ts'
import type { CampaignEnd } from '../../db/campaign/campaign-leases.ts'
import { sampleCounts } from '../../db/campaign/samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { BUSY_TIMEOUT_OF_LANES_MS, openDatabase } from '../../db/connection/open.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { estimatePlan } from '../../lab/plan/estimate.ts'
import { isOfGraphs } from '../../lab/plan/is-of-graphs.ts'
import { factorOfPackets } from '../../lab/plan/machine-lacks.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { mayRunInRealTime } from '../../lab/process/real-time.ts'
import { RECORDING_PREFIX } from '../../lab/replay/recorded-page.ts'
import { openLab } from '../../lab/run/open-lab.ts'
import { planGraphs } from '../../lab/run/plan-graphs.ts'
import { planRecordings } from '../../lab/run/plan-recordings.ts'
import { runLab } from '../../lab/run/run-lab.ts'
import { RunnerFailed } from '../../lab/run/runner-process.ts'
import { startLabRun } from '../../lab/run/start-lab-run.ts'
import { CliError, EXIT, type ExitCode, untilInterrupted } from '../exit/exit-codes.ts'
import { COMMAND } from '../options/entry.ts'
import { VERSION } from '../options/version.ts'
import { terminalOf } from '../output/guard-output.ts'
import { countText } from '../output/text.ts'
import { machineCongestionControl, machineVersions, ownCommit } from '../prepare/machine-facts.ts'
import { prepareLab } from '../prepare/prepare-lab.ts'
import { campaignError } from '../probe/campaign-error.ts'
import { exitOfTaken } from '../probe/nothing-valid.ts'
import { LabProgress } from './lab-progress.ts'
import type { LabLoadOptions } from './lab-runner.ts'
import { blockCount, busyLimitOf, laneCount } from './lane-count.ts'
import { MAX_MISS_SHARE, type TakingOptions } from './taking-options.ts'

interface TakenAs {
  /** Further demands that make this run another one, as plain JSON. */
  readonly asked: object
  /** The part for its loads, stored with each campaign. */
  readonly loads?: Partial<LabLoadOptions>
  /** Shows its results, given its number. */
  readonly resultsCommand: string
  /** Place where it is taken, where that is stated. */
  readonly vantage?: string
  /** Ends it as Ctrl-C does. */
  readonly signal?: AbortSignal
}

/** Takes all samples of a plan that are not there yet: a new lab run, or one that is resumed. */
export async function takeLabRun(
  plan: Plan,
  options: Omit<TakingOptions, 'maxMisses'> & Partial<TakingOptions>,
  { asked, loads = {}, resultsCommand, vantage, signal: ended }: TakenAs,
): Promise<ExitCode> {
  refuseWithoutPackets(plan, options)
  const graphs = await planGraphs(plan)
  const blocks = blockCount(plan, graphs, options.blocks)
  await using interrupt = untilInterrupted()
  const signal = ended === undefined ? interrupt.signal : AbortSignal.any([interrupt.signal, ended])
  await prepareLab(plan, options, signal)
  await using db = await openDatabase({
    url: options.database,
    busyTimeoutMs: BUSY_TIMEOUT_OF_LANES_MS,
  })
  // A browser in real time would leave nothing for what measures it.
  const inRealTime = isOfGraphs(plan.cells) && (await mayRunInRealTime())
  const campaignOptions = { ...loadOptions(plan, options, inRealTime), ...loads }
  const endsEarly = campaignOptions.untilCi !== null
  const lanes =
    options.lanes ?? laneCount(plan, { visitsOfCell: endsEarly ? 1 : blocks, cores: availableParallelism() })
  const commit = ownCommit()
  const versions = { ...machineVersions(), ...(commit !== null && { commit }) }
  const { id, isResumed } = await startLabRun(db, {
    plan,
    options: {
      ...campaignOptions,
      blocks,
      capture: options.capture,
      ...(Object.keys(graphs).length > 0 && { graphs }),
      ...asked,
    },
    recordings: await planRecordings(plan),
    resume: options.resume === true,
    toolVersion: VERSION,
    versions,
    createdAt: new Date().toISOString(),
  })
  const progress = new LabProgress({
    plan,
    ...(await countSamples(db, id, plan)),
    ...{ lanes, blocks },
    out: terminalOf(process.stderr),
    clock: () => performance.now(),
  })
  progress.warn(`lab run ${id} ${isResumed ? 'resumed' : 'started'}: ${countText(plan.cells.length, 'cell')}`)
  using owner = runOwner()
  try {
    await using lab = await openLab({
      plan,
      lanes,
      cacheDir: resolve(options.cache),
      capture: options.capture,
      database: options.database,
      runnerProgram: join(import.meta.dirname, `../../scripts/lab-runner${extname(import.meta.filename)}`),
      ...(options.linkBackend && { linkBackend: options.linkBackend }),
      inRealTime,
      signal,
    })
    const state = await runLab({
      db,
      labRunId: id,
      plan,
      blocks,
      lab,
      campaignOptions,
      vantage: vantage ?? null,
      owner: owner.name,
      endsEarly,
      versions,
      signal,
      congestionControl: machineCongestionControl(),
      toolVersion: VERSION,
      listener: progress.listener,
      wallClock: Date.now,
    })
    progress.end()
    if (state === 'finished') console.log(`lab run ${id} is finished: ${COMMAND} ${resultsCommand} ${id}`)
    else if (state === 'stopped') process.stderr.write(`stopped: lab run ${id}; --resume continues it\n`)
    else
      process.stderr.write(
        `lab run ${id} is unfinished: machine busy: too few of its loads could be had, though they were repeated; --resume tries again\n`,
      )
    if (state !== 'finished') return EXIT_BY_END[state]
    const cells = await labCells(db, id)
    return await exitOfTaken(
      db,
      cells.flatMap(({ campaignId }) => campaignId ?? []),
    )
  } catch (error) {
    progress.end()
    throw commandError(error)
  }
}

/** Refuses a plan whose loads do not count without packets, which would show only in its results. */
function refuseWithoutPackets({ name, cells }: Plan, { capture }: Pick<TakingOptions, 'capture'>): void {
  const factor = factorOfPackets(cells.filter(({ skip }) => skip === null))
  if (capture || factor === null) return
  throw new CliError(EXIT.usage, `${factor} of ${name} is read back from packets: leave out --no-capture`)
}

/** A busy machine is a temporary failure. */
const EXIT_BY_END = {
  stopped: EXIT.interrupted,
  machine_busy: EXIT.tempFail,
} as const satisfies Record<Exclude<CampaignEnd, 'finished'>, ExitCode>

/** Milliseconds that a load may take where nothing is said: on a slow or lossy link a page takes minutes at best. */
function loadLimitOf(plan: Plan): number {
  return Math.max(60_000, Math.ceil(3 * estimatePlan(plan).longestPageMs))
}

function loadOptions(
  plan: Plan,
  { loadTimeout, busyLimit, untilCi, maxMisses = MAX_MISS_SHARE }: Parameters<typeof takeLabRun>[1],
  inRealTime: boolean,
): LabLoadOptions {
  const isReplay = plan.cells.some(({ page }) => page.startsWith(RECORDING_PREFIX))
  return {
    loadLimitMs: loadTimeout ?? loadLimitOf(plan),
    busyLimit: busyLimit ?? busyLimitOf(plan, inRealTime),
    untilCi: untilCi ?? null,
    ...(isReplay && { maxMissShare: maxMisses }),
    ...(inRealTime && { inRealTime }),
  }
}

/** Gives what ends a lab run for a reason of its own the exit code of that reason. */
function commandError(error: unknown): unknown {
  if (error instanceof RunnerFailed)
    return new CliError(error.exitCode as ExitCode, error.message, { cause: error })
  return campaignError(error)
}

/** Samples of the run in all, as far as is known, and those that are there. */
async function countSamples(
  db: Database,
  labRunId: number,
  plan: Plan,
): Promise<{ readonly samples: number; readonly done: number }> {
  const samples = plan.cells.reduce(
    (sum, { arms, skip }) => sum + (skip === null ? arms.applied.length * plan.rounds : 0),
    0,
  )
  let done = 0
  for (const { campaignId } of await labCells(db, labRunId)) {
    const counts = campaignId === null ? [] : await sampleCounts(db, campaignId)
    for (const { state, samples: n } of counts) if (state !== 'pending') done += n
  }
  return { samples, done }
}
