import { readFileSync } from 'node:fs'

/** Work of a core since the machine was started, in the kernel's steps. */
interface CoreTimes {
  readonly busy: number
  readonly all: number
}

/** Returns times by the number of the core; empty where the kernel does not say. */
export function readCoreTimes(): Map<number, CoreTimes> {
  try {
    return parseCoreTimes(readFileSync('/proc/stat', 'utf8'))
  } catch {
    // Containers may hide it.
    return new Map()
  }
}

/** Lines `cpu0 user nice system idle iowait irq softirq steal …` of proc_stat(5). Time that was stolen counts as busy. */
export function parseCoreTimes(text: string): Map<number, CoreTimes> {
  return new Map(
    [...text.matchAll(/^cpu(\d+) (.+)$/gm)].map(([, core, line = '']) => {
      // Columns behind steal are counted in user and nice already.
      const times = line.trim().split(/\s+/).slice(0, 8).map(Number)
      const all = times.reduce((sum, time) => sum + time, 0)
      return [Number(core), { busy: all - (times[3] ?? 0) - (times[4] ?? 0), all }]
    }),
  )
}

/** Half a second of one core: what two readings that are nearer say is one step more or less. */
const LEAST_STEPS = 50

/** Share of the time between two readings that these cores were busy; null where it is not known. */
export function busyShare(
  cores: readonly number[],
  before: ReadonlyMap<number, CoreTimes>,
  after: ReadonlyMap<number, CoreTimes>,
): number | null {
  let busy = 0
  let all = 0
  for (const core of cores) {
    const [first, last] = [before.get(core), after.get(core)]
    if (first === undefined || last === undefined) return null
    busy += last.busy - first.busy
    all += last.all - first.all
  }
  return all >= LEAST_STEPS ? Math.min(1, Math.max(0, busy / all)) : null
}
