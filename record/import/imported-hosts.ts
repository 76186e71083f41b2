import type { Exchange } from '../../model/recording/exchange.ts'
import type { HostLoad, RecordedHost } from '../../model/recording/host.ts'

/** A file's evidence of an origin; `load` is null where it has no times. */
export type ShownHost = Pick<RecordedHost, 'address' | 'protocol'> & { readonly load: HostLoad | null }

/** The origins of a file of others, in the order in which they were first asked. */
export function importedHosts(
  exchanges: readonly Exchange[],
  shown: (origin: string) => ShownHost,
): RecordedHost[] {
  return [...new Set(exchanges.map(({ url }) => new URL(url).origin))].map((origin) => {
    const { protocol, hostname, port } = new URL(origin)
    const isHttps = protocol === 'https:'
    const { address, protocol: version, load } = shown(origin)
    return {
      scheme: isHttps ? 'https' : 'http',
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (isHttps ? 443 : 80) : Number(port),
      address,
      protocol: version,
      certificate: null,
      loads: load === null ? [] : [load],
    }
  })
}
