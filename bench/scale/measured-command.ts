import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { ENTRY } from '../../cli/options/entry.ts'

/** What a command of towline took, from its start to its end. */
export interface CommandCost {
  readonly wallMs: number
  /** Largest resident set (VmHWM of /proc), MiB; null where the system does not tell. */
  readonly peakMiB: number | null
}

const LOOK_EVERY_MS = 20

/** Runs `towline …` in a process of its own; what it prints is thrown away. @throws Error where it fails */
export async function measuredCommand(args: readonly string[], signal: AbortSignal): Promise<CommandCost> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [ENTRY, ...args], { stdio: ['ignore', 'ignore', 'inherit'], signal })
  let peakMiB: number | null = null
  const looking = setInterval(() => {
    peakMiB = peakOf(child.pid) ?? peakMiB
  }, LOOK_EVERY_MS)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`towline ${args.join(' ')} ended with ${code}`)
    return { wallMs: performance.now() - startMs, peakMiB }
  } finally {
    clearInterval(looking)
  }
}

function peakOf(pid: number | undefined): number | null {
  try {
    const kB = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kB === undefined ? null : Number(kB) / 1_024
  } catch (error) {
    // It has ended, or there is no such file on this system.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
