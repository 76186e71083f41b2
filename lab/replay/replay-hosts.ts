import { certificateCovers } from '../../model/recording/certificate-names.ts'
import type { RecordedHost } from '../../model/recording/host.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { shardAddress } from '../network/addresses.ts'
import type { RecordedPort, RecordedShard, SpokenPort } from '../pages/shape/lab-page.ts'
import { bracketed } from '../process/bracketed.ts'
import { isAsked } from './failed-exchange.ts'
import { nameWaits } from './name-waits.ts'
import { isAddress, originOf, whyNoOrigin } from './replayed-origin.ts'

/** The hosts of a recording that its replay serves, that of the page first. A host that never had a request has no address. */
export function replayHosts({ pageUrl, hosts, exchanges }: Recording): RecordedShard[] {
  const asked = new Set(
    exchanges.flatMap((exchange) => (isAsked(exchange) ? new URL(exchange.url).origin : [])),
  )
  const answered = new Set(
    exchanges.flatMap(({ url, status }) => (status === null ? [] : new URL(url).origin)),
  )
  const replayed = hosts.filter((host) => {
    const origin = originOf(host)
    return asked.has(origin.origin) && whyNoOrigin(origin) === null
  })
  const byName = Map.groupBy(replayed, ({ host }) => bracketed(host))
  const first = new URL(pageUrl).hostname
  const names = [...byName.keys()].toSorted((a, b) => Number(b === first) - Number(a === first))
  const entriesOf = (name: string): readonly RecordedHost[] => withoutClash(byName.get(name) ?? [])
  const recordedAddress = (name: string): string => mainEntry(entriesOf(name))?.address ?? name
  // Forced protocols first; behind them the addresses of the arm `recorded`, where hosts of two protocols share none: a
  // browser would take an open connection of HTTP/2 for all hosts that its address and certificate allow.
  const addresses = new LabAddresses()
  const forced = new Map(
    names.map((name) => {
      const schemes = entriesOf(name).map(({ port, scheme }) => [port, scheme] as const)
      return [name, addresses.take(`forced ${recordedAddress(name)}`, new Map(schemes))]
    }),
  )
  const waitOf = nameWaits({ hosts })
  return names.map((name) => {
    const entries = entriesOf(name)
    const secure = entries.filter(({ scheme }) => scheme === 'https')
    const spoken = spokenPorts(secure, answered)
    const patterns = secure.flatMap(({ certificate }) => certificate?.names ?? [])
    return {
      name,
      address: forced.get(name) ?? '',
      certificateNames: names.filter(
        (other) => other === name || patterns.some((pattern) => certificateCovers(bracketed(pattern), other)),
      ),
      chainBytes: mainEntry(secure)?.certificate?.chainBytes ?? null,
      nameWaitMs: isAddress(name) ? null : (waitOf?.(name) ?? null),
      ports: entries.flatMap(({ scheme, port }): RecordedPort[] =>
        port === (scheme === 'https' ? 443 : 80) ? [] : [{ scheme, port }],
      ),
      asRecorded: spoken && {
        address: addresses.take(
          `recorded ${recordedAddress(name)}`,
          // A host in clear text is one of HTTP/1.1.
          new Map(spoken.length === 0 ? [[443, 'http/1.1']] : spoken.map((at) => [at.port, at.protocol])),
        ),
        ports: spoken,
      },
    }
  })
}

/** Addresses of the lab. Hosts that had one address share one, as far as no two of them differ in what a port speaks. */
class LabAddresses {
  readonly #taken: {
    readonly key: string
    readonly spoken: Map<number, string>
    readonly address: string
  }[] = []

  /** @param spoken what there is to be on each port */
  take(key: string, spoken: ReadonlyMap<number, string>): string {
    const shared = this.#taken.find(
      (each) =>
        each.key === key && [...spoken].every(([port, what]) => (each.spoken.get(port) ?? what) === what),
    )
    const place = shared ?? { key, spoken: new Map(), address: shardAddress(this.#taken.length) }
    if (shared === undefined) this.#taken.push(place)
    for (const [port, what] of spoken) place.spoken.set(port, what)
    return place.address
  }
}

/** A port that had clear text in one load and TLS in another has TLS. */
function withoutClash(entries: readonly RecordedHost[]): RecordedHost[] {
  const secure = new Set(entries.flatMap(({ scheme, port }) => (scheme === 'https' ? [port] : [])))
  return entries.filter(({ scheme, port }) => scheme === 'https' || !secure.has(port))
}

/** Stands for a host of several origins: TLS before clear text, the scheme's own port before others. */
export function mainEntry(entries: readonly RecordedHost[]): RecordedHost | undefined {
  const rank = ({ scheme, port }: RecordedHost): number =>
    (scheme === 'https' ? 0 : 2) + (port === 443 || port === 80 ? 0 : 1)
  return entries.toSorted((a, b) => rank(a) - rank(b))[0]
}

/** Returns null where one is unknown. */
function spokenPorts(secure: readonly RecordedHost[], answered: ReadonlySet<string>): SpokenPort[] | null {
  const ports: SpokenPort[] = []
  for (const entry of secure) {
    // No response says what a host speaks that never sent one: whatever it is, it fails.
    const protocol = protocolOf(entry) ?? (answered.has(originOf(entry).origin) ? null : 'http/1.1')
    if (protocol === null) return null
    ports.push({ port: entry.port, protocol })
  }
  return ports
}

function protocolOf({ protocol }: RecordedHost): SpokenPort['protocol'] | null {
  if (protocol?.startsWith('http/1.')) return 'http/1.1'
  return protocol === 'h2' || protocol === 'h3' ? protocol : null
}
