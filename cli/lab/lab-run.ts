import { extname, join, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { sampleCounts } from '../../db/campaign/samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { Backend } from '../../lab/link/condition/link.ts'
import { estimatePlan } from '../../lab/plan/estimate.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { RECORDING_PREFIX } from '../../lab/replay/recorded-page.ts'
import { openLab } from '../../lab/run/open-lab.ts'
import { LinkOff, runLab } from '../../lab/run/run-lab.ts'
import { RunnerFailed } from '../../lab/run/runner-process.ts'
import { startLabRun } from '../../lab/run/start-lab-run.ts'
import { CliError, EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { linkBackendOption } from '../options/link-backend-option.ts'
import { VERSION } from '../options/version.ts'
import { countText } from '../output/count-text.ts'
import { terminalOf } from '../output/guard-output.ts'
import { machineCongestionControl, machineVersions } from '../prepare/machine-facts.ts'
import { prepareLab } from '../prepare/prepare-lab.ts'
import { busyLimitOption, noCaptureOption, percent } from '../probe/probe-options.ts'
import { readPlanFile } from './lab-plan-file.ts'
import { LabProgress } from './lab-progress.ts'
import type { LabLoadOptions } from './lab-runner.ts'
import { maxMissesOption } from './max-misses-option.ts'

interface RunOptions {
  readonly resume?: true
  readonly untilCi?: number
  readonly rounds?: number
  readonly seed?: number
  readonly pause?: number
  readonly blocks?: number
  readonly lanes: number
  readonly capture: boolean
  readonly loadTimeout: number | null
  readonly only?: Readonly<Record<string, string>>
  readonly busyLimit: number
  readonly maxMisses: number
  readonly linkBackend?: Backend
  readonly yes?: true
  readonly cache: string
  readonly database: string
}

/** Rounds of a cell in one go, where nothing else is said: fewer cost more changes of the link than they gain. */
const ROUNDS_A_BLOCK = 10

/** `towline lab run`: takes the samples of a plan. */
export function labRunCommand(): Command {
  return new Command('run')
    .description(
      'Takes the samples of a plan: each page on real servers behind an emulated link, under each arm, in every cell. ' +
        'Measures each link first and refuses one that is off. What is recorded stays; --resume continues.',
    )
    .argument('<plan>', 'file of a plan, or the name of one of towline’s own (`towline lab plan --list`)')
    .option('--resume', 'resume the newest unfinished run of this plan')
    .addOption(
      new Option(
        '--until-ci <percent>',
        'end a cell once the 95 % interval of each of its gains, one that holds at every look, is within ± this',
      ).argParser(percent),
    )
    .addOption(new Option('--rounds <n>', 'instead of the plan’s').argParser(wholeNumber(1, 10_000)))
    .addOption(new Option('--seed <n>', 'instead of the plan’s').argParser(wholeNumber(0, 2 ** 32 - 1)))
    .addOption(
      new Option('--pause <time>', 'between two loads, instead of the plan’s').argParser(milliseconds),
    )
    .addOption(
      new Option(
        '--only <factor=level...>',
        'only the cells with these levels, for instance --only initcwnd=3 shards=1',
      ).argParser(factorLevel),
    )
    .addOption(
      new Option(
        '--blocks <n>',
        'times to go through all cells, each with its share of the rounds (default: one for ten rounds)',
      ).argParser(wholeNumber(1, 10_000)),
    )
    .addOption(
      new Option('--lanes <n>', 'cells at a time, each with a network and browsers of its own')
        .argParser(wholeNumber(1, 16))
        .default(1),
    )
    .addOption(
      new Option('--load-timeout <time>', 'limit for one load')
        .argParser(milliseconds)
        .default(null, 'three times the longest that the wire allows, and 60s at least'),
    )
    .addOption(busyLimitOption())
    .addOption(maxMissesOption())
    .addOption(linkBackendOption())
    .addOption(noCaptureOption())
    .option('--yes', 'allow more than 2,000 cells')
    .addOption(databaseOption())
    .addOption(cacheOption('where the lab’s programs are unpacked'))
    .action(async (name: string, options: RunOptions) => {
      const plan = planWith(await readPlanFile(name, options), options)
      process.exitCode = await run(plan, options)
    })
}

/** `initcwnd=3`; several are collected. */
function factorLevel(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, factor, level] = /^([A-Za-z]+)=(.+)$/.exec(text) ?? []
  if (factor === undefined || level === undefined)
    throw new InvalidArgumentError('must be a factor and its level, such as rttMs=100.')
  return { ...before, [factor]: level }
}

/**
 * The plan with what the command line says instead.
 * @throws CliError where no cell is left
 */
function planWith(plan: Plan, { rounds, seed, pause, only = {} }: RunOptions): Plan {
  const cells = plan.cells.filter(({ factors }) =>
    Object.entries(only).every(([factor, level]) => String(factors[factor]) === level),
  )
  if (cells.length === 0) {
    const wanted = Object.entries(only).map(([factor, level]) => `${factor}=${level}`)
    const known = Object.keys(plan.cells[0]?.factors ?? {})
    throw new CliError(
      EXIT.usage,
      `no cell of ${plan.name} has ${wanted.join(' and ')}; its factors are ${known.join(', ')}`,
    )
  }
  return {
    ...plan,
    cells,
    ...(rounds === undefined ? {} : { rounds }),
    ...(seed === undefined ? {} : { seed }),
    ...(pause === undefined ? {} : { pauseMs: pause }),
  }
}

/** Milliseconds that a load may take where nothing is said: on a slow link a page takes minutes at best. */
function loadLimitOf(plan: Plan): number {
  return Math.max(60_000, Math.ceil(3 * estimatePlan(plan).longestLimitMs))
}

async function run(plan: Plan, options: RunOptions): Promise<ExitCode> {
  const blocks = blockCount(plan, options)
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  await prepareLab(plan, options, signal)
  await using db = await openDatabase({ url: options.database })
  const campaignOptions = loadOptions(plan, options)
  const versions = machineVersions()
  const { id, isResumed } = await startLabRun(db, {
    plan,
    options: { ...campaignOptions, blocks, capture: options.capture, only: options.only ?? {} },
    resume: options.resume === true,
    toolVersion: VERSION,
    versions,
    createdAt: new Date().toISOString(),
  })
  const progress = new LabProgress({
    plan,
    ...(await countSamples(db, id, plan)),
    out: terminalOf(process.stderr),
    clock: () => performance.now(),
  })
  progress.warn(`lab run ${id} ${isResumed ? 'resumed' : 'started'}: ${countText(plan.cells.length, 'cell')}`)
  try {
    await using lab = await openLab({
      plan,
      lanes: options.lanes,
      cacheDir: resolve(options.cache),
      capture: options.capture,
      database: options.database,
      runnerProgram: join(import.meta.dirname, `../../scripts/lab-runner${extname(import.meta.filename)}`),
      ...(options.linkBackend && { linkBackend: options.linkBackend }),
      signal,
    })
    const state = await runLab({
      db,
      labRunId: id,
      plan,
      blocks,
      lab,
      campaignOptions,
      versions,
      signal,
      congestionControl: machineCongestionControl(),
      toolVersion: VERSION,
      listener: progress.listener,
      wallClock: Date.now,
    })
    progress.end()
    if (state === 'finished') console.log(`lab run ${id} is finished: ${COMMAND} lab results ${id}`)
    else process.stderr.write(`stopped: lab run ${id}; --resume continues it\n`)
    return state === 'finished' ? EXIT.ok : EXIT.interrupted
  } catch (error) {
    progress.end()
    throw commandError(error)
  }
}

function loadOptions(plan: Plan, { loadTimeout, busyLimit, untilCi, maxMisses }: RunOptions): LabLoadOptions {
  const isReplay = plan.cells.some(({ page }) => page.startsWith(RECORDING_PREFIX))
  return {
    loadLimitMs: loadTimeout ?? loadLimitOf(plan),
    busyLimit,
    untilCi: untilCi ?? null,
    ...(isReplay && { maxMissShare: maxMisses }),
  }
}

/** @throws CliError where there are more blocks than rounds */
function blockCount({ rounds }: Plan, options: RunOptions): number {
  const blocks = options.blocks ?? Math.ceil(rounds / ROUNDS_A_BLOCK)
  if (blocks > rounds)
    throw new CliError(EXIT.usage, `--blocks ${blocks}: there are no more than the ${rounds} rounds`)
  return blocks
}

/** What ends a lab run for a reason of its own gets the exit code of that reason. */
function commandError(error: unknown): unknown {
  if (error instanceof LinkOff) return new CliError(EXIT.tempFail, error.message, { cause: error })
  if (error instanceof RunnerFailed)
    return new CliError(error.exitCode as ExitCode, error.message, { cause: error })
  return error
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
