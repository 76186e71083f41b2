import type { Exchange } from '../../model/recording/exchange.ts'

/** An exchange of a file of others, before it has its place among the rest. */
export type ImportedExchange = Omit<Exchange, 'id' | 'redirectedFrom' | 'initiator'> & {
  readonly initiatorType: string
  /** URL of what asked for it; null where the file does not say. */
  readonly askedBy: string | null
}

/** Gives each exchange its number, the redirect that led to it, and the exchange that asked for it. */
export function inOrder(imported: readonly ImportedExchange[]): Exchange[] {
  /** Redirects that nothing has followed yet, by where they lead. */
  const open = new Map<string, number[]>()
  const byUrl = new Map<string, number>()
  for (const [id, { url }] of imported.entries()) if (!byUrl.has(url)) byUrl.set(url, id)
  return imported.map(({ initiatorType, askedBy, ...exchange }, id) => {
    const redirectedFrom = open.get(exchange.url)?.shift() ?? null
    if (exchange.redirectTo !== null)
      open.set(exchange.redirectTo, [...(open.get(exchange.redirectTo) ?? []), id])
    const initiator = askedBy === null ? undefined : byUrl.get(askedBy)
    return {
      ...exchange,
      id,
      redirectedFrom,
      initiator: {
        type: initiatorType,
        exchange: initiator === undefined || initiator === id ? null : initiator,
      },
    }
  })
}

/** The document of a page that was asked for by `url`: where its redirects end. Null where there is none. */
export function documentOf(exchanges: readonly Exchange[], url: string): number | null {
  const first = exchanges.find((exchange) => exchange.url === url)
  let document = first ?? null
  for (let next = first; next !== undefined; ) {
    document = next
    const from: number = next.id
    next = exchanges.find(({ redirectedFrom }) => redirectedFrom === from)
  }
  return document?.id ?? null
}
