import { type HostName, hostName } from './host-name.ts'
import type { LineNumbers } from './line-numbers.ts'
import { lines } from './lines.ts'
import { listedDomain } from './listed-domain.ts'
import { Seen, SeenRanks } from './seen.ts'

export interface ListEntry {
  /** Counted from 1. Ranks may have gaps and need not ascend. Of a list of magnitudes the place among its data lines. */
  readonly rank: number
  /** The site is among so many of the highest ranked, where the list says no more (CrUX); null: its rank is known. */
  readonly rankMagnitude: number | null
  /** Lower case, A-labels, no final dot. */
  readonly domain: string
}

export interface BadLine {
  /** Counted from 1, as an editor does. */
  readonly line: number
  /** Its first 200 characters at most. */
  readonly text: string
  readonly why: string
}

const BAD_TEXT_CHARS = 200
/** The first that the list's first line has is what separates its columns. */
const SEPARATORS = [',', '\t', ';']
/** Names of origins, as in CrUX: such a list has magnitudes. */
const ORIGIN_HEADER = 'origin'
const DOMAIN_HEADERS = new Set([
  'domain',
  'root domain',
  'host',
  'hostname',
  'site',
  'website',
  'name',
  'url',
  ORIGIN_HEADER,
])
const RANK_HEADERS = new Set(['rank', 'globalrank', 'position', 'no', 'nr'])

const BARE_DOMAIN = { rank: null, domain: 0, isBareDomain: true, isMagnitude: false }

/** Says which column holds what. `rank` null: ranked by the place among the data lines, bad ones counted. */
interface Columns {
  readonly rank: number | null
  readonly domain: number
  /** True where a line is the domain and nothing else. */
  readonly isBareDomain: boolean
  /** True where `rank` is a magnitude, and the domain may be an origin. */
  readonly isMagnitude: boolean
}

/**
 * Reads `rank,domain`, CrUX's `origin,rank` or one domain a line; tabs and semicolons separate as commas do. The first
 * line that is neither blank nor a `#` comment may be a header and decides which of them it is. Bad lines go to `onBad`,
 * and duplicates are bad lines: the first one counts. Entries come in batches: one `await` a chunk, not one a line.
 *
 * @param knownBad the lines that an earlier reading of the same bytes found bad: no name is looked up again then
 */
export async function* parseList(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  onBad: (bad: BadLine) => void,
  knownBad: LineNumbers | null = null,
): AsyncGenerator<readonly ListEntry[]> {
  const domains = new Seen()
  const ranks = new SeenRanks()
  let columns: Columns | null = null
  let separator = ','
  let lineNumber = 0
  let dataLines = 0
  for await (const batch of lines(bytes, path)) {
    const entries: ListEntry[] = []
    for (const line of batch) {
      lineNumber++
      const text = line.trim()
      if (text === '' || text.startsWith('#')) continue
      if (columns === null) separator = SEPARATORS.find((each) => text.includes(each)) ?? ','
      const fields = text.split(separator).map(unquoted)
      if (columns === null) {
        const header = headerColumns(fields)
        columns = header ?? dataColumns(fields)
        if (header) continue
      }
      dataLines++
      if (knownBad?.has(lineNumber)) continue
      const bad = (why: string) => onBad({ line: lineNumber, text: text.slice(0, BAD_TEXT_CHARS), why })
      const { entry, why } = readLine(fields, columns, dataLines, knownBad === null ? listedDomain : hostName)
      if (entry === null) bad(why)
      else if (knownBad !== null) entries.push(entry)
      else if (ranks.has(entry.rank)) {
        const isTwice = domains.has(entry.domain)
        bad(isTwice ? `duplicate domain ${entry.domain}` : `duplicate rank ${entry.rank}`)
      } else if (!domains.add(entry.domain)) bad(`duplicate domain ${entry.domain}`)
      else {
        ranks.add(entry.rank)
        entries.push(entry)
      }
    }
    yield entries
  }
}

type Read = { readonly entry: ListEntry; readonly why: null } | { readonly entry: null; readonly why: string }

function readLine(
  fields: readonly string[],
  columns: Columns,
  ordinal: number,
  readName: (text: string) => HostName,
): Read {
  const bad = (why: string): Read => ({ entry: null, why })
  if (columns.isBareDomain && fields.length !== 1) return bad('not one domain a line, as the list began')
  const text = fields[columns.domain]
  if (text === undefined) return bad('not rank,domain, as the list began')
  const name = readName(columns.isMagnitude ? withoutScheme(text) : text)
  if (name.why !== undefined) return bad(name.why)
  const domain = name.host
  if (columns.rank === null) return { entry: { rank: ordinal, rankMagnitude: null, domain }, why: null }
  const rank = fields[columns.rank] ?? ''
  if (!/^0*[1-9]\d{0,8}$/.test(rank)) return bad('the rank is not a whole number from 1')
  if (!columns.isMagnitude) return { entry: { rank: Number(rank), rankMagnitude: null, domain }, why: null }
  if (!isMagnitude(rank)) return bad('the rank is no magnitude (1000, 5000, 10000, …), as the list began')
  return { entry: { rank: ordinal, rankMagnitude: Number(rank), domain }, why: null }
}

/** CrUX has 1,000, 5,000, 10,000, 50,000 and so on. */
const isMagnitude = (rank: string): boolean => /^[15]0{3,}$/.test(rank)

/** The host, and the port where it is not the scheme's own. */
function withoutScheme(origin: string): string {
  const [, scheme = '', host = ''] = /^(https?):\/\/([^/?#@]+)\/?$/i.exec(origin) ?? []
  if (host === '') return origin
  return host.replace(scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/, '')
}

/** `"google.com"` and `google.com` are one. No listed name has a comma or a quote in it, so no more of CSV is needed. */
function unquoted(field: string): string {
  const text = field.trim()
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
}

/** Returns null where the line is data. A header names the domain's column; what it leaves out stands where it usually does. */
function headerColumns(fields: readonly string[]): Columns | null {
  const names = fields.map((field) => field.toLowerCase())
  const domain = names.findIndex((name) => DOMAIN_HEADERS.has(name))
  const rank = names.findIndex((name) => RANK_HEADERS.has(name))
  if (domain < 0 && rank < 0) return null
  if (domain < 0) return { rank, domain: rank === 0 ? 1 : 0, isBareDomain: false, isMagnitude: false }
  const isMagnitude = names[domain] === ORIGIN_HEADER
  return { rank: rank < 0 ? null : rank, domain, isBareDomain: fields.length === 1, isMagnitude }
}

/** Tells the columns of a list without a header: it is CrUX's where a magnitude follows an origin or a domain. */
function dataColumns(fields: readonly string[]): Columns {
  if (fields.length === 1) return BARE_DOMAIN
  const isCrux = isMagnitude(fields[1] ?? '') && !/^\d+$/.test(fields[0] ?? '')
  return { rank: isCrux ? 1 : 0, domain: isCrux ? 0 : 1, isBareDomain: false, isMagnitude: isCrux }
}
