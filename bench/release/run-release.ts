import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENTRY } from '../../cli/options/entry.ts'
import { processTreeCpuMs } from '../probe/process-tree-cpu.ts'

export interface ReleaseRun {
  readonly wallMs: number
  /** Processor time over all threads. */
  readonly cpuMs: number
  /** The most memory that the process had resident. */
  readonly peakBytes: number
  readonly parquetBytes: number
  readonly csvBytes: number
}

/** A process that has ended says nothing of itself, so it is looked at meanwhile; the kernel keeps the most memory. */
const LOOK_EVERY_MS = 100

/** Runs `towline release` as its users do. @throws Error where it fails */
export async function runRelease(options: {
  readonly database: string
  readonly out: string
  readonly clock: () => number
  readonly signal: AbortSignal
}): Promise<ReleaseRun> {
  const { database, out, clock, signal } = options
  const startMs = clock()
  const child = spawn(process.execPath, [ENTRY, 'release', '--out', out, '--database', database], {
    stdio: ['ignore', 'ignore', 'inherit'],
    signal,
  })
  let ended = false
  const exit = (once(child, 'exit') as Promise<[number | null]>).finally(() => {
    ended = true
  })
  let peakBytes = 0
  let cpuMs = 0
  while (!ended) {
    peakBytes = Math.max(peakBytes, await peakOf(child.pid ?? 0))
    cpuMs = Math.max(cpuMs, processTreeCpuMs(child.pid ?? 0) ?? 0)
    await Promise.race([exit, sleep(LOOK_EVERY_MS)])
  }
  const [code] = await exit
  const wallMs = clock() - startMs
  if (code !== 0) throw new Error(`towline release ended with ${code}`)
  return {
    ...{ wallMs, cpuMs, peakBytes },
    parquetBytes: await sizeOf(join(out, 'parquet')),
    csvBytes: await sizeOf(join(out, 'csv')),
  }
}

async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return 1024 * Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0)
}

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder)
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
