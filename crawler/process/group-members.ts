import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessStat {
  readonly pid: string
  /** proc_pid_stat(5) from the state on (field 3): the name before it may hold spaces and brackets. */
  readonly stat: readonly string[]
}

/**
 * The processes of a group, as they are at this moment; null where the system does not tell (all but Linux).
 * @param isOneProcess nothing but its leader is in it: all processes of the machine need not be looked at
 */
export function groupMembers(group: number, isOneProcess = false): ProcessStat[] | null {
  if (process.platform !== 'linux') return null
  const found = processes(isOneProcess ? [String(group)] : readdirSync('/proc'))
  return found.filter(({ stat }) => Number(stat[2]) === group)
}

/** Processes as they are at this moment, without those that have ended. @param pids names in /proc; default: all */
export function processes(pids: readonly string[] = readdirSync('/proc')): ProcessStat[] {
  return pids.flatMap((pid) => {
    const stat = /^\d+$/.test(pid) ? readProcess(pid, 'stat') : ''
    return stat === '' ? [] : [{ pid, stat: stat.slice(stat.lastIndexOf(')') + 2).split(' ') }]
  })
}

/** A file of /proc/PID; '' where the process has ended since it was listed. */
export function readProcess(
  pid: string,
  file: 'stat' | 'status' | 'cmdline' | 'comm' | 'smaps_rollup',
): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended, or is being reaped, or is not ours to look into (smaps_rollup).
    return ''
  }
}
