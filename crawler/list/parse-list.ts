import { lines } from './lines.ts'
import { listedDomain } from './listed-domain.ts'
import { Seen } from './seen.ts'

export interface ListEntry {
  /** From 1. Ranks may have gaps and need not ascend. */
  readonly rank: number
  /** Lower case, A-labels, no final dot. */
  readonly domain: string
}

export interface BadLine {
  /** From 1, as an editor counts. */
  readonly line: number
  /** At most 200 characters of it. */
  readonly text: string
  readonly why: string
}

const BAD_TEXT_CHARS = 200
const DOMAIN_HEADERS = new Set([
  'domain',
  'root domain',
  'host',
  'hostname',
  'site',
  'website',
  'name',
  'url',
])
const RANK_HEADERS = new Set(['rank', 'globalrank', 'position', 'no', 'nr'])

const BARE_DOMAIN = { rank: null, domain: 0, isBareDomain: true }

/** Where a line holds what. `rank` null: ranked by the place among the data lines, bad ones counted. */
interface Columns {
  readonly rank: number | null
  readonly domain: number
  /** True where a line is the domain and nothing else. */
  readonly isBareDomain: boolean
}

/**
 * Reads `rank,domain` or one domain a line. The first line that is neither blank nor a `#` comment may be a header and
 * decides which of the two it is. Bad lines go to `onBad`, and duplicates are bad lines: the first one counts.
 */
export async function* parseList(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  onBad: (bad: BadLine) => void,
): AsyncGenerator<ListEntry> {
  const domains = new Seen()
  const ranks = new Seen()
  const duplicate = ({ rank, domain }: ListEntry): string | null => {
    if (domains.has(domain)) return `duplicate domain ${domain}`
    return ranks.has(String(rank)) ? `duplicate rank ${rank}` : null
  }
  let columns: Columns | null = null
  let lineNumber = 0
  let dataLines = 0
  for await (const batch of lines(bytes, path)) {
    for (const line of batch) {
      lineNumber++
      const text = line.trim()
      if (text === '' || text.startsWith('#')) continue
      const fields = text.split(',').map(unquoted)
      if (columns === null) {
        const header = headerColumns(fields)
        columns = header ?? (fields.length === 1 ? BARE_DOMAIN : { rank: 0, domain: 1, isBareDomain: false })
        if (header) continue
      }
      dataLines++
      const bad = (why: string) => onBad({ line: lineNumber, text: text.slice(0, BAD_TEXT_CHARS), why })
      const { entry, why } = readLine(fields, columns, dataLines)
      const twice = entry && duplicate(entry)
      if (entry === null) bad(why)
      else if (twice !== null) bad(twice)
      else {
        domains.add(entry.domain)
        ranks.add(String(entry.rank))
        yield entry
      }
    }
  }
}

type Read = { readonly entry: ListEntry; readonly why: null } | { readonly entry: null; readonly why: string }

function readLine(fields: readonly string[], columns: Columns, ordinal: number): Read {
  const bad = (why: string): Read => ({ entry: null, why })
  if (columns.isBareDomain && fields.length !== 1) return bad('not one domain a line, as the list began')
  const text = fields[columns.domain]
  if (text === undefined) return bad('not rank,domain, as the list began')
  const name = listedDomain(text)
  if (name.why !== undefined) return bad(name.why)
  if (columns.rank === null) return { entry: { rank: ordinal, domain: name.host }, why: null }
  const rank = fields[columns.rank] ?? ''
  if (!/^0*[1-9]\d{0,8}$/.test(rank)) return bad('the rank is not a whole number from 1')
  return { entry: { rank: Number(rank), domain: name.host }, why: null }
}

/** `"google.com"` and `google.com` are one. No listed name has a comma or a quote in it, so no more of CSV is needed. */
function unquoted(field: string): string {
  const text = field.trim()
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
}

/** Null where the line is data. A header names the domain's column; what it leaves out stands where it usually does. */
function headerColumns(fields: readonly string[]): Columns | null {
  const names = fields.map((field) => field.toLowerCase())
  const domain = names.findIndex((name) => DOMAIN_HEADERS.has(name))
  const rank = names.findIndex((name) => RANK_HEADERS.has(name))
  if (domain < 0 && rank < 0) return null
  if (domain < 0) return { rank, domain: rank === 0 ? 1 : 0, isBareDomain: false }
  return { rank: rank < 0 ? null : rank, domain, isBareDomain: fields.length === 1 }
}
