import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measuredRun } from '../harness/measured-run.ts'
import { openReplicaSandbox } from './replica-sandbox.ts'
import { MEMORY_TARGETS } from './targets.ts'
import { TOWLINE, towlineArguments } from './towline-contender.ts'

export interface MemoryRun {
  readonly sites: number
  readonly peakMiB: number
  readonly wallMs: number
  readonly cpuMs: number
}

export interface MemoryResult {
  /** What was surveyed, for a person. */
  readonly operations: string
  readonly small: MemoryRun
  readonly large: MemoryRun
  /** Peak of the large run divided by that of the small one. */
  readonly growth: number
}

export interface MemoryOptions {
  readonly smallSites?: number
  readonly largeSites?: number
  /** An existing folder. */
  readonly folder: string
  readonly cacheDir: string
  readonly clock: () => number
  readonly signal: AbortSignal
  readonly onRun: (run: MemoryRun) => void
}

/**
 * The same survey of a short and of a long list: all six operations, robots.txt as by default, and as many sites at
 * once as the command visits by default.
 */
export async function measureMemory(options: MemoryOptions): Promise<MemoryResult> {
  const { smallSites = MEMORY_TARGETS.smallSites, largeSites = MEMORY_TARGETS.largeSites } = options
  const small = await measureOne(smallSites, options)
  const large = await measureOne(largeSites, options)
  return { operations: 'all six operations, robots.txt', small, large, growth: large.peakMiB / small.peakMiB }
}

async function measureOne(sites: number, options: MemoryOptions): Promise<MemoryRun> {
  const { folder, cacheDir, clock, signal, onRun } = options
  await using replicas = await openReplicaSandbox(sites, 'all', { cacheDir, signal })
  const { sandbox, all } = replicas
  const runFolder = join(folder, String(sites))
  await mkdir(runFolder)
  const hostsFile = join(runFolder, 'hosts.txt')
  const resolvConf = join(runFolder, 'resolv.conf')
  await writeFile(hostsFile, `${all.join('\n')}\n`)
  await writeFile(resolvConf, `nameserver ${sandbox.resolver}\n`)
  const { resolver, caFile, allowCidrs } = sandbox
  const argv = [
    ...TOWLINE,
    ...towlineArguments({ hostsFile, resolver, caFile, allowCidrs, folder: runFolder }, []),
  ]
  const files = { stdoutFile: join(runFolder, 'stdout'), stderrFile: join(runFolder, 'stderr') }
  const { wallMs, cpuMs, peakBytes } = await measuredRun(sandbox, resolvConf, argv, {
    ...files,
    clock,
    signal,
  })
  if (peakBytes === null)
    throw new Error(`the survey of ${sites} sites ended before its memory could be read`)
  await rm(runFolder, { recursive: true })
  const run: MemoryRun = { sites, peakMiB: peakBytes / 2 ** 20, wallMs, cpuMs }
  onRun(run)
  return run
}
