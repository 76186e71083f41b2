import type { WorkerEnd } from './worker-process.ts'

/** Says how a process ends by a fault in native code: an assertion of Node or of a library, or a bad memory access. */
const CRASHES: ReadonlySet<string> = new Set(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

export type Crash =
  | 'the system had no memory left'
  | 'a fault in its runtime'
  | 'it had not moved for too long'
  | 'it took too much memory'

/**
 * Whether a worker's end was a crash, and which; null for any other end. A worker that the kernel killed for lack of
 * memory has crashed as well; one that a person kills has not.
 *
 * @param oomKillsBefore such kills when the worker was started; null where the system does not count them
 * @param countOomKills such kills by now
 */
export function crashOf(
  { signal }: WorkerEnd,
  oomKillsBefore: number | null,
  countOomKills: () => number | null,
): Crash | null {
  if (signal === 'SIGKILL' && (countOomKills() ?? 0) > (oomKillsBefore ?? 0))
    return 'the system had no memory left'
  return signal !== null && CRASHES.has(signal) ? 'a fault in its runtime' : null
}
