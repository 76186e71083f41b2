import { cpuMsOf } from '../../../crawler/process/group-cpu.ts'
import { readProcess } from '../../../crawler/process/group-members.ts'
import type { ServerReading } from '../../../model/load-second.ts'
import { namespaceMembers } from './namespace-members.ts'
import { socketCounts } from './socket-counts.ts'

/** `getconf PAGESIZE` says this on x86-64 and arm64. */
const PAGE_BYTES = 4_096

/**
 * Reads what the processes of a network namespace cost; null where there is none.
 * @param namespace as in /proc/PID/ns/net
 * @param busyWorkers of Apache, which only Apache knows
 */
export function readServer(
  namespace: string,
  clock: () => number,
  busyWorkers: () => number | null = () => null,
): ServerReading | null {
  const atMs = clock()
  const members = namespaceMembers(namespace)
  const [first] = members
  if (first === undefined) return null
  // Fields of proc_pid_stat(5), of which the first two are not there.
  const sum = (field: number): number =>
    members.reduce((total, { stat }) => total + Number(stat[field - 3]), 0)
  const sockets = socketCounts(first.pid)
  return {
    atMs,
    processes: members.length,
    threads: sum(20),
    cpuTotalMs: cpuMsOf(members),
    rssBytes: sum(24) * PAGE_BYTES,
    pssBytes: pssBytes(members.map(({ pid }) => pid)),
    tcpSockets: sockets?.tcp ?? null,
    udpSockets: sockets?.udp ?? null,
    busyWorkers: busyWorkers(),
  }
}

function pssBytes(pids: readonly string[]): number | null {
  let bytes = 0
  for (const pid of pids) {
    const [, kib] = /^Pss:\s+(\d+) kB$/m.exec(readProcess(pid, 'smaps_rollup')) ?? []
    if (kib === undefined) return null
    bytes += Number(kib) * 1_024
  }
  return bytes
}
