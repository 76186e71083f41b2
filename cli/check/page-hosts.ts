import type { WaterfallEntry } from '../../server/contract/contract.ts'
import { countText } from '../output/text.ts'
import type { ShownLoad } from './shown-load.ts'

interface PageHost {
  readonly host: string
  readonly requests: number
  readonly protocols: readonly string[]
  readonly connections: number
}

/** The hosts that a load had responses of, in the order of their first request. */
export function pageHosts({ entries }: Pick<ShownLoad, 'entries'>): PageHost[] {
  const answered = entries.filter(({ protocol, fromCache }) => protocol !== null && fromCache !== true)
  return [...Map.groupBy(answered, ({ host }) => host ?? 'unknown')].map(([host, requests]) => ({
    host,
    requests: requests.length,
    protocols: distinct(requests, ({ protocol }) => protocol),
    connections: distinct(requests, ({ connection }) => connection).length,
  }))
}

/** Says which hosts answered a load under HTTP/3 otherwise, and what that costs in connections; null where it had no response. */
export function withoutHttp3(load: Pick<ShownLoad, 'entries'>): string | null {
  const hosts = pageHosts(load)
  if (hosts.length === 0) return null
  const lacking = hosts.filter(({ protocols }) => protocols.some((protocol) => protocol !== 'h3'))
  if (lacking.length === 0)
    return hosts.length === 1
      ? 'The one host of the page answers HTTP/3.'
      : `All ${hosts.length} hosts of the page answer HTTP/3.`
  const sum = (of: readonly PageHost[]): number =>
    of.reduce((total, { connections }) => total + connections, 0)
  return (
    `${lacking.length} of ${countText(hosts.length, 'host')} of the page answered without HTTP/3: ` +
    `${lacking.map(({ host, protocols }) => `${host} (${protocols.join(', ')})`).join(', ')}. That takes ` +
    `${sum(lacking)} of the ${countText(sum(hosts), 'connection')} of a load under HTTP/3, each with TCP and TLS to set up.`
  )
}

function distinct(
  requests: readonly WaterfallEntry[],
  of: (request: WaterfallEntry) => string | null,
): string[] {
  return [...new Set(requests.flatMap((request) => of(request) ?? []))]
}
