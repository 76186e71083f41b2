import { setTimeout as sleep } from 'node:timers/promises'
import { processes, readProcess } from './group-members.ts'

/** Time on a core that each process has had, in ticks, by its id. */
type ProcessTicks = ReadonlyMap<string, number>

/** Time that the machine's work is looked at: 20 ticks of a core. */
const LOOK_MS = 200
/** A program that had less of a core meanwhile keeps nothing busy. */
const MIN_TICKS = 2
const MOST_NAMES = 3

/**
 * Names of the programs that keep the machine busy now, the busiest first; none where that does not show.
 * @param except a process group that does not count: the browser
 */
export async function busyPrograms(except: number | null, signal: AbortSignal): Promise<string[]> {
  const before = processTicks(except)
  await sleep(LOOK_MS, undefined, { signal })
  return namesOfBusiest(before, processTicks(except), programName)
}

/** Names those that are in both, by the ticks that they had in between. */
export function namesOfBusiest(
  before: ProcessTicks,
  after: ProcessTicks,
  nameOf: (pid: string) => string | null,
): string[] {
  const ticksByName = new Map<string, number>()
  for (const [pid, ticks] of after) {
    const spent = ticks - (before.get(pid) ?? ticks)
    if (spent < MIN_TICKS) continue
    const name = nameOf(pid)
    if (name !== null) ticksByName.set(name, (ticksByName.get(name) ?? 0) + spent)
  }
  return [...ticksByName]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_NAMES)
    .map(([name]) => name)
}

function processTicks(except: number | null): ProcessTicks {
  const ticks = new Map<string, number>()
  if (process.platform !== 'linux') return ticks
  for (const { pid, stat } of processes()) {
    // Fields 5, 14 and 15: group, user and system time.
    const spent = Number(stat[11]) + Number(stat[12])
    if (Number.isFinite(spent) && Number(stat[2]) !== except) ticks.set(pid, spent)
  }
  return ticks
}

function programName(pid: string): string | null {
  if (pid === String(process.pid)) return 'towline'
  const [command = ''] = readProcess(pid, 'cmdline').split('\0')
  // The kernel's own have no command, and a slash in their names: `kworker/0:1`.
  return scrubbedName(command) ?? scrubbedName(readProcess(pid, 'comm').replace(/\/.*/s, ''))
}

/** The program's name alone: no folder, no arguments, no title that it gave itself. Null where nothing is left. */
export function scrubbedName(command: string): string | null {
  const [title] = /^[\w.+-]+(?=:)/.exec(command) ?? []
  if (title !== undefined) return title
  const [name = null] = /^[\w.+-]+/.exec(command.slice(command.lastIndexOf('/') + 1)) ?? []
  return name
}
