import type { PageTimings } from '../capture/types.ts'

/** What a page asked of one host. */
export interface HostRow {
  readonly host: string
  readonly requests: number
  /** ALPN names, each once, as `nextHopProtocol` has them. */
  readonly protocols: readonly string[]
  /** Requests whose protocol the browser hides. */
  readonly hidden: number
}

/** The hosts of a page, the document's first, then by number of requests. */
export function pageHosts({ navigation, resources }: PageTimings): HostRow[] {
  const entries = [...(navigation === null ? [] : [navigation]), ...resources].flatMap((entry) => {
    const address = URL.parse(String(entry.name))
    return address?.protocol.startsWith('http')
      ? [{ host: address.host, protocol: String(entry.nextHopProtocol ?? '') }]
      : []
  })
  const pageHost = navigation === null ? null : URL.parse(String(navigation.name))?.host
  return [...Map.groupBy(entries, ({ host }) => host)]
    .map(([host, all]): HostRow => {
      const known = all.filter(({ protocol }) => protocol !== '')
      return {
        host,
        requests: all.length,
        protocols: [...new Set(known.map(({ protocol }) => protocol))].toSorted(),
        hidden: all.length - known.length,
      }
    })
    .toSorted((a, b) => Number(b.host === pageHost) - Number(a.host === pageHost) || b.requests - a.requests)
}
