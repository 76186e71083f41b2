import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ENTRY } from '../../cli/options/entry.ts'
import { peakMiB } from '../harness/peak-memory.ts'

/** Time and memory that a command of towline took, from its start to its end. */
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
  let peak: number | null = null
  const looking = setInterval(() => {
    peak = peakMiB(child.pid) ?? peak
  }, LOOK_EVERY_MS)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`towline ${args.join(' ')} ended with ${code}`)
    return { wallMs: performance.now() - startMs, peakMiB: peak }
  } finally {
    clearInterval(looking)
  }
}
