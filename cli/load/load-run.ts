import { resolve } from 'node:path'
import { Command } from 'commander'
import { runOwner } from '../../crawler/process/run-owner.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { Backend } from '../../lab/link/condition/link.ts'
import { bindProcess } from '../../lab/load/cores/bind-process.ts'
import { pinnedCores } from '../../lab/load/cores/pinned-cores.ts'
import { estimateLoad } from '../../lab/load/plan/estimate-load.ts'
import { whyTooFewFiles } from '../../lab/load/plan/load-lacks.ts'
import type { LoadPlan } from '../../lab/load/plan/load-plan.ts'
import { openLoadLab } from '../../lab/load/run/open-load-lab.ts'
import { runLoads } from '../../lab/load/run/run-loads.ts'
import { startLoadRun } from '../../lab/load/run/start-load-run.ts'
import { SERVERS } from '../../lab/origin/servers.ts'
import { programVersion } from '../../lab/process/program-version.ts'
import { readLoadRun } from '../../server/load/read-load-run.ts'
import type { ArmReport } from '../../stats/load/arm-reports.ts'
import { CliError, EXIT, type ExitCode, untilInterrupted } from '../exit/exit-codes.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { linkBackendOption } from '../options/link-backend-option.ts'
import { VERSION } from '../options/version.ts'
import { terminalOf } from '../output/guard-output.ts'
import { countText, minutesText } from '../output/text.ts'
import { machineHardware, machineVersions, ownCommit } from '../prepare/machine-facts.ts'
import { preparePart } from '../prepare/prepare-part.ts'
import { nothingValidLine } from '../probe/nothing-valid.ts'
import { addPlanChanges, chosenPlan, type PlanChanges } from './chosen-plan.ts'
import { findLoadRun } from './find-load-run.ts'
import { LoadProgress } from './load-progress.ts'

interface RunOptions extends PlanChanges {
  readonly resume?: true
  readonly quickBuild?: true
  readonly linkBackend?: Backend
  readonly cache: string
  readonly database: string
}

/** Lease of the run: renewed with each second that is recorded; a load's start takes up to the lab's time limit of 30 s. */
const LEASE_MS = 120_000

export function loadRunCommand(): Command {
  const command = new Command('run')
    .argument(
      '<plan>',
      'file of a load plan, or the name of one of towline’s own (`towline load plan --list`)',
    )
    .option('--resume', 'resume the newest unfinished run of this plan')
    .option(
      '--quick-build',
      'build the lab’s programs in a minute or two; they cost more than the optimised ones, and the run says so',
    )
  return addPlanChanges(command)
    .addOption(linkBackendOption())
    .addOption(databaseOption())
    .addOption(cacheOption('where the lab’s programs are unpacked'))
    .action(async (name: string, options: RunOptions) => {
      process.exitCode = await takeLoadRun(await chosenPlan(name, options), options)
    })
}

async function takeLoadRun(plan: LoadPlan, options: RunOptions): Promise<ExitCode> {
  const tooFew = whyTooFewFiles(plan)
  if (tooFew !== null) throw new CliError(EXIT.unavailable, tooFew)
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  await prepare(plan, options, signal)
  await using db = await openDatabase({ url: options.database })
  const cores = pinnedCores()
  if (cores !== null) await bindProcess(process.pid, cores.client)
  await using lab = await openLoadLab({
    plan,
    cores,
    cacheDir: resolve(options.cache),
    ...(options.linkBackend && { linkBackend: options.linkBackend }),
    signal,
  })
  const commit = ownCommit()
  const { id, isResumed } = await startLoadRun(db, {
    plan,
    resume: options.resume === true,
    toolVersion: VERSION,
    versions: {
      ...machineVersions(),
      ...machineHardware(),
      ...(commit !== null && { commit }),
      'towline-load': await programVersion(lab.program),
    },
    createdAt: new Date().toISOString(),
  })
  const progress = new LoadProgress(plan, terminalOf(process.stderr))
  const { loads, totalMs, files } = estimateLoad(plan)
  progress.line(
    `load run ${id} ${isResumed ? 'resumed' : 'started'}: ${countText(loads, 'load')}, some ${minutesText(totalMs)} in all, ${files} file descriptors`,
  )
  if (cores === null) progress.line('client and server share the only core: what is found are lower bounds')
  using owner = runOwner()
  try {
    const state = await runLoads({
      db,
      plan,
      lab,
      cores,
      lease: { loadRunId: id, owner: owner.name, leaseMs: LEASE_MS },
      listener: progress.listener,
      wallClock: Date.now,
      clock: () => performance.now(),
      signal,
    })
    progress.clear()
    if (state === 'finished') console.log(`load run ${id} is finished: ${COMMAND} load results ${id}`)
    else process.stderr.write(`stopped: load run ${id}; --resume continues it\n`)
    if (state !== 'finished') return EXIT.interrupted
    const why = nothingMeasuredText((await readLoadRun(db, await findLoadRun(db, String(id)))).report.arms)
    if (why === null) return EXIT.ok
    process.stderr.write(`load run ${id}: ${why}\n`)
    return EXIT.noResult
  } finally {
    progress.clear()
  }
}

/** Gets what is not there yet; the load program is built with the lab's own server. */
async function prepare(
  { servers }: LoadPlan,
  { cache, quickBuild }: Pick<RunOptions, 'cache' | 'quickBuild'>,
  signal: AbortSignal,
): Promise<void> {
  const flags = quickBuild ? [] : ['--optimised']
  await preparePart('link', cache, signal, flags)
  await preparePart('origin', cache, signal, flags)
  const parts = new Set(servers.map((server) => SERVERS[server].part))
  parts.delete('origin')
  for (const part of parts) await preparePart(part, cache, signal)
}

/** Says why a load run gave no figure under any protocol; null where it gave one. */
export function nothingMeasuredText(
  arms: readonly Pick<ArmReport, 'arm' | 'clientBusy' | 'errors' | 'figures' | 'pagesDone' | 'server'>[],
): string | null {
  if (arms.some(({ figures }) => Object.values(figures).some((figure) => figure !== null))) return null
  const reasons = arms.map(({ server, arm, pagesDone, clientBusy, errors }) => {
    const counted = Object.entries(errors).map(([kind, count]) => `${count} ${kind}`)
    const busy = clientBusy === null ? [] : [`client’s core ${(100 * clientBusy).toFixed(0)} % busy`]
    return `${server} ${arm}: ${[`${pagesDone} pages done`, ...busy, ...counted].join(', ')}`
  })
  return nothingValidLine(reasons)
}
