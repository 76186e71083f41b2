import { groupMembers, readProcess } from './group-members.ts'

/**
 * Anonymous and shared memory (RssAnon, RssShmem of proc_pid_status(5)) of a group's processes, bytes; null where the
 * system does not tell (all but Linux). What several processes map counts once for each.
 * @param isOneProcess nothing but its leader is in it
 */
export function groupMemoryBytes(group: number, isOneProcess = false): number | null {
  const members = groupMembers(group, isOneProcess)
  return members === null ? null : atMostBytesOf(members.map(({ pid }) => pid))
}

/** The most that processes can hold between them, anonymous and shared memory; quick to read. One that has ended: 0. */
export function atMostBytesOf(pids: readonly string[]): number {
  return sumOf(pids, 'status', /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm) ?? 0
}

/**
 * Memory that processes hold between them, anonymous and shared memory, each page divided by the processes that map it
 * (`Pss_Anon`, `Pss_Shmem` of proc_pid_smaps(5)). It takes some milliseconds a process; null where one does not let us.
 */
export function exactBytesOf(pids: readonly string[]): number | null {
  return sumOf(pids, 'smaps_rollup', /^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm)
}

function sumOf(pids: readonly string[], file: 'status' | 'smaps_rollup', lines: RegExp): number | null {
  let bytes = 0
  for (const pid of pids) {
    const text = readProcess(pid, file)
    // One that has ended has neither; of one that has not, `status` can always be read.
    if (text === '' && readProcess(pid, 'status') !== '') return null
    for (const [, kib] of text.matchAll(lines)) bytes += Number(kib) * 1_024
  }
  return bytes
}
