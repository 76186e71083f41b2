import { groupMembers, type ProcessStat } from './group-members.ts'

/** Linux counts in ticks of 10 ms (`getconf CLK_TCK` is 100 on every architecture that Chromium runs on). */
const TICK_MS = 10

/**
 * Time that the processes of a group, and the children that they have waited for, have had on a core, milliseconds; null
 * where there is none, or the system does not tell (all but Linux). A process that ended without being waited for yet is
 * missing.
 * @param isOneProcess nothing but its leader is in it
 */
export function groupCpuMs(group: number, isOneProcess = false): number | null {
  const members = groupMembers(group, isOneProcess)
  return members === null || members.length === 0 ? null : cpuMsOf(members)
}

/** The same of any processes. */
export function cpuMsOf(processes: readonly ProcessStat[]): number {
  // Fields 14 to 17: user and system time, its own and of children.
  const ticks = processes
    .flatMap(({ stat }) => stat.slice(11, 15))
    .reduce((sum, field) => sum + Number(field), 0)
  return ticks * TICK_MS
}
