import type { RequestRow } from './request-row.ts'

/** One address in two loads; null: it was not asked for in that one. */
export interface PairedRequest {
  readonly url: string
  readonly first: RequestRow | null
  readonly second: RequestRow | null
}

/** Requests of two loads by address; of one that was asked for several times, the n-th of each stand together. */
export function pairedRequests(first: readonly RequestRow[], second: readonly RequestRow[]): PairedRequest[] {
  const waiting = Map.groupBy(second, ({ url }) => url)
  const pairs = first.map((row) => ({
    url: row.url,
    first: row,
    second: waiting.get(row.url)?.shift() ?? null,
  }))
  const rest = new Set([...waiting.values()].flat())
  return [
    ...pairs,
    ...second.filter((row) => rest.has(row)).map((row) => ({ url: row.url, first: null, second: row })),
  ]
}
