import { cpus } from 'node:os'
import { groupCpuMs } from './group-cpu.ts'

/** Time that all cores together have spent since the machine's start, milliseconds. */
interface CpuTimes {
  readonly busyMs: number
  readonly totalMs: number
  /** Spent by the processes of one group; null where that is unknown. */
  readonly groupMs: number | null
}

/**
 * Reads the system's count, in ticks of 10 ms on Linux: all of the machine, and of it the group's part.
 * @param isOneProcess nothing but its leader is in the group
 */
export function cpuTimes(group: number | null, isOneProcess = false): CpuTimes {
  let busyMs = 0
  let totalMs = 0
  for (const { times } of cpus()) {
    const busy = times.user + times.nice + times.sys + times.irq
    busyMs += busy
    totalMs += busy + times.idle
  }
  return { busyMs, totalMs, groupMs: group === null ? null : groupCpuMs(group, isOneProcess) }
}

/**
 * Share of all cores that was busy in between, 0 to 1, and of all cores that was busy with others' work than the
 * group's. Null where too little time has passed to tell, or the group's part is not known.
 */
export function busyFractions(
  before: CpuTimes,
  after: CpuTimes,
): { readonly busy: number | null; readonly other: number | null } {
  const totalMs = after.totalMs - before.totalMs
  if (totalMs < MIN_TICKS_MS) return { busy: null, other: null }
  const busyMs = after.busyMs - before.busyMs
  if (before.groupMs === null || after.groupMs === null) return { busy: busyMs / totalMs, other: null }
  // The group's ticks and the cores' are rounded each on its own.
  const otherMs = Math.min(Math.max(busyMs - (after.groupMs - before.groupMs), 0), totalMs)
  return { busy: busyMs / totalMs, other: otherMs / totalMs }
}

/** Ten ticks of one core: with fewer, one tick more or less is a tenth. */
const MIN_TICKS_MS = 100
