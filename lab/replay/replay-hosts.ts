import { isIP } from 'node:net'
import type { RecordedHost } from '../../model/recording/host.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { shardAddress } from '../network/addresses.ts'
import type { RecordedShard } from '../pages/shape/lab-page.ts'
import { isAsked } from './failed-exchange.ts'
import { nameWaits } from './name-waits.ts'

/** A name that a hosts file can hold, on the port that its scheme has: what the lab's servers listen on. */
export function isReplayedHost({ hostname, port }: URL): boolean {
  // URLs may have other characters in a host, such as a comma, which certificates cannot.
  return port === '' && isIP(hostname) === 0 && /^[a-z\d._-]+$/.test(hostname)
}

/** The hosts of a recording that its replay serves, that of the page first. A host that never had a request has no address. */
export function replayHosts({ pageUrl, hosts, exchanges }: Recording): RecordedShard[] {
  const asked = new Set(
    exchanges.flatMap((exchange) => (isAsked(exchange) ? new URL(exchange.url).hostname : [])),
  )
  const answered = new Set(
    exchanges.flatMap(({ url, status }) => (status === null ? [] : new URL(url).hostname)),
  )
  const replayed = hosts.filter(
    ({ scheme, host, port }) => asked.has(host) && isReplayedHost(new URL(`${scheme}://${host}:${port}`)),
  )
  const byName = Map.groupBy(replayed, ({ host }) => host)
  const first = new URL(pageUrl).hostname
  const names = [...byName.keys()].toSorted((a, b) => Number(b === first) - Number(a === first))
  // Forced protocols first; behind them the addresses of the arm `recorded`, where hosts of two protocols share none: a
  // browser would take an open connection of HTTP/2 for all hosts that its address and certificate allow.
  const addresses = new Map<string, string>()
  const addressOf = (key: string): string => {
    const address = addresses.get(key) ?? shardAddress(addresses.size)
    addresses.set(key, address)
    return address
  }
  const recordedAt = (name: string): string => entryOf(byName.get(name) ?? [])?.address ?? name
  const forced = new Map(names.map((name) => [name, addressOf(recordedAt(name))]))
  const waitOf = nameWaits({ hosts })
  return names.map((name) => {
    const entries = byName.get(name) ?? []
    const secure = entries.find(({ scheme }) => scheme === 'https')
    // No response says what a host speaks that never sent one: whatever it is, it fails.
    const protocol = protocolOf(entryOf(entries)) ?? (answered.has(name) ? null : 'http/1.1')
    const covered = names.filter(
      (other) => other === name || secure?.certificate?.names.some((pattern) => covers(pattern, other)),
    )
    return {
      name,
      address: forced.get(name) ?? '',
      certificateNames: covered,
      nameWaitMs: waitOf?.(name) ?? null,
      asRecorded: protocol && { address: addressOf(`${recordedAt(name)} ${protocol}`), protocol },
    }
  })
}

/** Of a name that was asked for in clear text and over TLS, the latter. */
function entryOf(entries: readonly RecordedHost[]): RecordedHost | undefined {
  return entries.find(({ scheme }) => scheme === 'https') ?? entries[0]
}

function protocolOf(
  entry: RecordedHost | undefined,
): NonNullable<RecordedShard['asRecorded']>['protocol'] | null {
  const { scheme, protocol = null } = entry ?? {}
  if (scheme === 'http' || protocol?.startsWith('http/1.')) return 'http/1.1'
  return protocol === 'h2' || protocol === 'h3' ? protocol : null
}

/** RFC 9110, 4.3.4: a star stands for one label, the first. */
function covers(pattern: string, name: string): boolean {
  const [known, asked] = [pattern.toLowerCase(), name.toLowerCase()]
  if (!known.startsWith('*.')) return known === asked
  return asked.split('.').slice(1).join('.') === known.slice(2)
}
