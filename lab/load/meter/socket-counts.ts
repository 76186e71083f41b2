import { readFileSync } from 'node:fs'

interface SocketCounts {
  /** Listening ones too; not those in TIME-WAIT. */
  readonly tcp: number
  readonly udp: number
}

/** Open sockets of the network namespace that a process is in, IPv4 and IPv6 together; null where it has ended. */
export function socketCounts(pid: string): SocketCounts | null {
  try {
    const [v4, v6] = ['sockstat', 'sockstat6'].map((table) =>
      readFileSync(`/proc/${pid}/net/${table}`, 'utf8'),
    )
    return parseSocketCounts(`${v4}${v6}`)
  } catch {
    return null
  }
}

function parseSocketCounts(text: string): SocketCounts {
  const inUse = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}6?: inuse (\\d+)`, 'gm'))].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
  return { tcp: inUse('TCP'), udp: inUse('UDP') }
}
