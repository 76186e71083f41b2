import { CUT_OFF } from '../../../har/alt-svc.ts'
import { CDN_HEADERS } from './cdn.ts'

/**
 * The response headers that are kept, beside those that the table of content delivery networks reads. Everything else
 * (cookies above all) is never stored.
 */
const STORED_HEADERS: ReadonlySet<string> = new Set([
  ...CDN_HEADERS,
  'age',
  'alt-svc',
  'cache-control',
  'cf-cache-status',
  'content-encoding',
  'content-length',
  'content-type',
  'location',
  'retry-after',
  'server',
  'strict-transport-security',
  'via',
  'x-amz-cf-pop',
  'x-cache',
  'x-cache-hits',
  'x-cache-status',
  'x-cdn',
  'x-fastly-request-id',
  'x-github-request-id',
  'x-powered-by',
  'x-served-by',
  'x-timer',
  'x-vercel-cache',
])

/** Families whose members have no common list. */
const STORED_PREFIXES = ['x-akamai-', 'x-goog-', 'x-bunny', 'x-amz-cf-', 'x-fastly-'] as const

/** safety.md CRW-10: servers send thousands of headers and hundreds of kilobytes of them. */
const MAX_NAMES = 64
const MAX_VALUE_CHARACTERS = 1024
/** RFC 9110, 4.1 asks for 8,000 at least. */
const MAX_LOCATION_CHARACTERS = 8192
/** A CDN may list every draft of HTTP/3 that there was before the final one, for several ports: some 2 KiB. */
const MAX_ALT_SVC_CHARACTERS = 8192
/** Begins what is kept of a Location that is longer. No value that was sent can: it has printable ASCII only. */
const TOO_LONG = '…'

/** Tells whether `keepHeaders` replaced a Location that is too long: a URL that is cut would be another URL. */
export const isTooLongLocation = (location: string): boolean => location.startsWith(TOO_LONG)

const isStored = (name: string): boolean =>
  STORED_HEADERS.has(name) || STORED_PREFIXES.some((prefix) => name.startsWith(prefix))

/**
 * Keeps the headers of the allow-list. Names come in lower case; the values of a name that occurs more than once are
 * joined with `, ` (RFC 9110, 5.3). Values are cut at 1 KiB (`alt-svc` at 8, and ends in `…` then), at most 64 names are kept. A `location` is never cut: one of
 * more than 8 KiB is kept as `…` and its length.
 *
 * Headers are bytes: a string has one character (0 to 255) for each, as Node gives them, and every byte outside
 * printable ASCII is written as `\xNN`.
 */
export function keepHeaders(pairs: Iterable<readonly [string, string | Uint8Array]>): Record<string, string> {
  const stored = new Map<string, string>()
  for (const [rawName, raw] of pairs) {
    const name = rawName.toLowerCase()
    if (!isStored(name)) continue
    const before = stored.get(name)
    if (before === undefined && stored.size === MAX_NAMES) continue
    if (name === 'location') {
      // A second Location is no list (RFC 9110, 5.3 joins only those); browsers refuse two that differ, we take the first.
      if (before === undefined) stored.set(name, wholeLocation(raw))
      continue
    }
    const most = name === 'alt-svc' ? MAX_ALT_SVC_CHARACTERS : MAX_VALUE_CHARACTERS
    if (before !== undefined && before.length >= most) {
      if (name === 'alt-svc') stored.set(name, before.slice(0, most - 1) + CUT_OFF)
      continue
    }
    const value = escapeBytes(raw, most)
    const all = before === undefined ? value : `${before}, ${value}`
    const isCut = all.length > most || raw.length > most
    stored.set(name, isCut && name === 'alt-svc' ? all.slice(0, most - 1) + CUT_OFF : all.slice(0, most))
  }
  return Object.fromEntries(stored)
}

function wholeLocation(raw: string | Uint8Array): string {
  const location = raw.length > MAX_LOCATION_CHARACTERS ? '' : escapeBytes(raw, MAX_LOCATION_CHARACTERS)
  const isWhole = raw.length <= MAX_LOCATION_CHARACTERS && location.length <= MAX_LOCATION_CHARACTERS
  return isWhole ? location : `${TOO_LONG} ${raw.length} characters`
}

/** The first `most` bytes. */
function escapeBytes(raw: string | Uint8Array, most: number): string {
  const text =
    typeof raw === 'string' ? raw : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  return text
    .slice(0, most)
    .replace(/[^\x20-\x7e]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
