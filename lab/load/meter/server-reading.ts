import { readProcess } from '../../../crawler/process/group-members.ts'
import { namespaceMembers } from './namespace-members.ts'
import { socketCounts } from './socket-counts.ts'

/** What a server costs at a moment, all its processes together. */
export interface ServerReading {
  /** Of the clock that was given. */
  readonly atMs: number
  readonly processes: number
  readonly threads: number
  /**
   * Time on a core since they started, children that were waited for included, in steps of 10 ms: what an interval cost is
   * the difference of two readings. A process that has ended and is not yet waited for is missing, so that this may be less
   * than before for a moment.
   */
  readonly cpuTotalMs: number
  /** What several processes map counts once for each. */
  readonly rssBytes: number
  /** Each page divided by the processes that map it; null: one of them may not be looked into. */
  readonly pssBytes: number | null
  /** Open in their network namespace; null: they ended meanwhile. */
  readonly tcpSockets: number | null
  readonly udpSockets: number | null
}

/** As `getconf CLK_TCK` and `getconf PAGESIZE` have it on x86-64 and arm64. */
const TICK_MS = 10
const PAGE_BYTES = 4_096

/**
 * Reads what the processes of a network namespace cost; null where there is none.
 * @param namespace as in /proc/PID/ns/net
 */
export function readServer(namespace: string, clock: () => number): ServerReading | null {
  const atMs = clock()
  const members = namespaceMembers(namespace)
  const [first] = members
  if (first === undefined) return null
  // Fields of proc_pid_stat(5), of which the first two are not there.
  const sum = (...fields: readonly number[]): number =>
    members.reduce(
      (total, { stat }) => total + fields.reduce((part, field) => part + Number(stat[field - 3]), 0),
      0,
    )
  const sockets = socketCounts(first.pid)
  return {
    atMs,
    processes: members.length,
    threads: sum(20),
    cpuTotalMs: sum(14, 15, 16, 17) * TICK_MS,
    rssBytes: sum(24) * PAGE_BYTES,
    pssBytes: pssBytes(members.map(({ pid }) => pid)),
    tcpSockets: sockets?.tcp ?? null,
    udpSockets: sockets?.udp ?? null,
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
