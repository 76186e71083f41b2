import { certificateCovers } from '../../model/recording/certificate-names.ts'
import type { RecordedHost } from '../../model/recording/host.ts'
import { bracketed } from '../process/bracketed.ts'
import { originOf } from '../replay/replayed-origin.ts'

export interface CarriedRequest {
  readonly origin: string
  /** ALPN name; null where unknown. */
  readonly protocol: string | null
  /** Address of the server; null where unknown, and where the answer came from a cache. */
  readonly address: string | null
  /** Its name in the load, which no other connection to that address has. */
  readonly connection: string | null
}

/** Origins that were asked over one connection of HTTP/2 or HTTP/3, as a load shows them: lists of two and more. */
export function seenToShare(requests: readonly CarriedRequest[]): string[][] {
  let groups: Set<string>[] = []
  const carried = requests.filter(
    ({ origin, protocol, address, connection }) =>
      origin.startsWith('https:') &&
      address !== null &&
      connection !== null &&
      (protocol === 'h2' || protocol === 'h3'),
  )
  const byConnection = Map.groupBy(carried, ({ address, connection }) => `${address} ${connection}`)
  for (const together of byConnection.values()) {
    let joined = new Set(together.map(({ origin }) => origin))
    // A host that came by two connections joins what both of them carried.
    for (const group of groups) if (!group.isDisjointFrom(joined)) joined = group.union(joined)
    groups = [...groups.filter((group) => group.isDisjointFrom(joined)), joined]
  }
  return groups.flatMap((group) => (group.size < 2 ? [] : [[...group]]))
}

/** Origins of one address and port whose certificates name each other: these may share connections (RFC 9113, 9.1.1). */
export function allowedToShare(hosts: readonly RecordedHost[]): string[][] {
  const groups: RecordedHost[][] = []
  for (const host of hosts) {
    if (host.scheme !== 'https' || host.address === null) continue
    const group = groups.find((members) => members.every((member) => mayShare(member, host)))
    if (group === undefined) groups.push([host])
    else group.push(host)
  }
  return groups.flatMap((group) => (group.length < 2 ? [] : [group.map((member) => originOf(member).origin)]))
}

function mayShare(one: RecordedHost, other: RecordedHost): boolean {
  if (one.address !== other.address || one.port !== other.port) return false
  const names = ({ certificate }: RecordedHost, { host }: RecordedHost): boolean =>
    certificate?.names.some((pattern) => certificateCovers(bracketed(pattern), bracketed(host))) ?? false
  return names(one, other) && names(other, one)
}
