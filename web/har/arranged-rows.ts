import { protocolWord } from './protocol-words.ts'
import type { RequestRow } from './request-row.ts'

export interface Arrangement {
  readonly by: keyof RequestRow
  readonly descending: boolean
  /** Text in the address, protocol, status or type; case does not count. */
  readonly filter: string
}

/** The rows that the filter leaves, sorted; unknown values stand last either way, equal ones by their start. */
export function arrangedRows(rows: readonly RequestRow[], arrangement: Arrangement): RequestRow[] {
  const { by, descending, filter } = arrangement
  const wanted = filter.trim().toLowerCase()
  const found = wanted === '' ? rows : rows.filter((row) => searched(row).includes(wanted))
  return found.toSorted((a, b) => compare(a[by], b[by], descending) || a.number - b.number)
}

function searched({ url, protocol, status, mimeType }: RequestRow): string {
  return `${url} ${protocol === null ? '' : protocolWord(protocol)} ${status ?? ''} ${mimeType}`.toLowerCase()
}

function compare(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === b) return 0
  if (a === null || a === '') return 1
  if (b === null || b === '') return -1
  return (a < b ? -1 : 1) * (descending ? -1 : 1)
}
