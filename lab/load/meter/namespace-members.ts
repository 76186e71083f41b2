import { readdirSync, readlinkSync } from 'node:fs'
import { type ProcessStat, processes } from '../../../crawler/process/group-members.ts'

/**
 * The processes in a network namespace: of the lab's server namespace, the server's own. Those that are not ours to look
 * into are left out, and so is one that has ended and is not yet waited for.
 * @param namespace as in /proc/PID/ns/net: `net:[4026531840]`
 */
export function namespaceMembers(namespace: string): ProcessStat[] {
  return processes(readdirSync('/proc').filter((pid) => namespaceOf(pid) === namespace))
}

function namespaceOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    // It has ended, or is not ours.
    return null
  }
}
