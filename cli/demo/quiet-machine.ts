import { setTimeout as sleep } from 'node:timers/promises'
import { busyPrograms } from '../../crawler/process/busy-programs.ts'
import { busyFractions, cpuTimes } from '../../crawler/process/cpu-share.ts'

export interface MachineWork {
  /** Share of all cores that is busy, 0 to 1; null where that is unknown. */
  readonly busyFraction: number | null
  /** Programs that keep it busy, the busiest first; none where that does not show. */
  readonly busyWith: readonly string[]
}

interface QuietOptions {
  /** Share of the cores from which on loads beside other work do not count. */
  readonly busyLimit: number
  /** The wait ends after so long, milliseconds. */
  readonly mostMs: number
  /** Looks at the machine for a while. */
  readonly look: (signal: AbortSignal) => Promise<MachineWork>
  readonly clock: () => number
  readonly say: (line: string) => void
  /** Ends the wait; what is waited for rejects then. */
  readonly signal: AbortSignal
}

/** Waits until the machine is quiet enough for a crawl, or for the longest time, and says what it waits for. */
export async function waitForQuiet(options: QuietOptions): Promise<void> {
  const { busyLimit, mostMs, look, clock, say, signal } = options
  const startMs = clock()
  let isTold = false
  for (;;) {
    const { busyFraction, busyWith } = await look(signal)
    // A system that does not tell gives nothing to wait for.
    if (busyFraction === null) return
    const busy = `${(100 * busyFraction).toFixed(0)} % of the cores are busy`
    if (busyFraction <= busyLimit) return say(`the machine is quiet enough (${busy}): the crawl starts`)
    if (clock() - startMs >= mostMs)
      return say(`the machine is still not quiet (${busy}): the crawl starts, and repeats what this spoils`)
    if (!isTold)
      say(
        `${busy}${busyWith.length === 0 ? '' : `, with ${busyWith.join(', ')}`}: the crawl waits for a quieter machine, ` +
          `and starts after ${(mostMs / 1_000).toFixed(0)} s in any case`,
      )
    isTold = true
  }
}

/** Length of a look, so that a moment's work does not count. */
const LOOK_MS = 2_000

/** Looks at this machine for two seconds. */
export async function lookAtMachine(signal: AbortSignal): Promise<MachineWork> {
  const before = cpuTimes(null)
  const [busyWith] = await Promise.all([busyPrograms(null, signal), sleep(LOOK_MS, undefined, { signal })])
  return { busyFraction: busyFractions(before, cpuTimes(null)).busy, busyWith }
}
