import { groupMembers, readProcess } from './group-members.ts'

/**
 * Memory that is the processes' own (RssAnon, proc_pid_status(5)) of a group, bytes; null where the system does not tell
 * (all but Linux).
 */
export function groupMemoryBytes(group: number): number | null {
  const members = groupMembers(group)
  if (members === null) return null
  return members.reduce((bytes, { pid }) => {
    const [, kib = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(readProcess(pid, 'status')) ?? []
    return bytes + Number(kib) * 1_024
  }, 0)
}
