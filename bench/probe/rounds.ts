import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTrustStore } from '../../crawler/probe/browser/trust-store.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import { inTurns } from '../harness/in-turns.ts'
import type { BenchArm, ProbeContender, ProbeJob } from './contender.ts'
import { countedRun } from './counted-run.ts'
import type { ProbeRun } from './figures.ts'

/** A contender with the programs that were found for it. */
export interface ProbeEntrant {
  readonly contender: ProbeContender
  readonly programs: readonly string[]
}

export interface ProbeRoundsOptions {
  readonly rounds: number
  /** Loads of each contender in each round. */
  readonly samples: number
  readonly arm: BenchArm
  readonly host: string
  readonly chromium: string
  /** An existing folder; each run has its own in it, removed afterwards. */
  readonly folder: string
  /** Wall time, milliseconds since 1970. */
  readonly wallClock: () => number
  readonly signal: AbortSignal
  readonly onRun: (run: ProbeRun) => void
}

export async function runProbeRounds(
  sandbox: Sandbox,
  entrants: readonly ProbeEntrant[],
  options: ProbeRoundsOptions,
): Promise<ProbeRun[]> {
  const runs: ProbeRun[] = []
  for await (const { entrant, round } of inTurns(entrants, options.rounds, options.signal)) {
    const run = await runOne(sandbox, entrant, round, options)
    runs.push(run)
    options.onRun(run)
  }
  return runs
}

async function runOne(
  sandbox: Sandbox,
  { contender, programs }: ProbeEntrant,
  round: number,
  options: ProbeRoundsOptions,
): Promise<ProbeRun> {
  const { samples, arm, host, chromium, wallClock, signal } = options
  // Short: a browser makes a socket below its TMPDIR, whose path may have 107 bytes (unix(7)).
  const folder = join(options.folder, String(round))
  const home = join(folder, 'home')
  const temporary = join(folder, 't')
  await mkdir(home, { recursive: true })
  await mkdir(temporary)
  await makeTrustStore(home, sandbox.caFile, signal)
  const { resolver, caFile, allowCidrs } = sandbox
  const job: ProbeJob = {
    url: `https://${host}/`,
    host,
    arm,
    samples,
    chromium,
    folder,
    home,
    resolver,
    caFile,
    allowCidrs,
  }
  const argv = await contender.argv(job, programs)
  const files = { stdoutFile: join(folder, 'stdout'), stderrFile: join(folder, 'stderr') }
  const { wallMs, cpu } = await countedRun((inner) => sandbox.command(inner), argv, {
    home,
    temporary,
    wallClock,
    signal,
    ...files,
  })
  const loaded = await contender.read(job)
  await rm(folder, { recursive: true, maxRetries: 5 })
  const { name, pauseMs } = contender
  return { contender: name, round, wanted: samples, pauseMs, samples: loaded, wallMs, cpu }
}
