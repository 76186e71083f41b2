import type { HarPage } from './har-page.ts'
import type { PageRequest } from './page-request.ts'

interface HarDocument<Entry extends PageRequest> {
  readonly entry: Entry
  /** The first request for it: another than `entry` where it was redirected. */
  readonly first: Entry
}

/**
 * The document of a page; null where it is unknown, as when its request is missing: a frame's or a pixel's is never
 * taken for it. A page's first request is that for its document, unless it is a POST. A later one is it only where the file
 * says so: by `Sec-Fetch-Dest`, by the page's title, where Chromium and chrome-har put its address, or by the page's start.
 * @param entries in the order of their start
 */
export function harDocument<Entry extends PageRequest>(
  page: HarPage | null,
  inFile: readonly Entry[],
): HarDocument<Entry> | null {
  const entries = inFile.filter((entry) => !isCertificateCheck(entry))
  const pageAddress = addressOf(page?.title ?? '')
  const isPageAddress = ({ url }: PageRequest): boolean =>
    pageAddress !== null && addressOf(url) === pageAddress
  const isDeclared = (entry: PageRequest): boolean =>
    entry.destination === 'document' || isPageAddress(entry) || startsWith(page, entry)
  const declared = entries.find((entry) => mayBeDocument(entry) && isDeclared(entry))
  const fromFirst = redirectsFrom(entries[0]?.method === 'POST' ? undefined : entries[0], entries)
  const chain =
    declared === undefined || fromFirst.includes(declared) ? fromFirst : redirectsFrom(declared, entries)
  const [first, entry] = [chain[0], chain.at(-1)]
  if (first === undefined || entry === undefined || isRedirect(entry) || !chain.every(mayBeDocument))
    return null
  // The page is another than this one.
  if (pageAddress !== null && !chain.some(isPageAddress)) return null
  return isEmbedded(chain, entries) ? null : { entry, first }
}

/** Clocks are rounded to milliseconds. */
function startsWith(page: HarPage | null, { startedMs }: PageRequest): boolean {
  const pageMs = page?.startedMs ?? null
  return pageMs !== null && startedMs !== null && Math.abs(startedMs - pageMs) <= 1
}

/** Another origin asked for it, and for other requests of this page as well: so that is where the page is. */
function isEmbedded(chain: readonly PageRequest[], entries: readonly PageRequest[]): boolean {
  const { url = '', refererOrigin = null, destination = null } = chain[0] ?? {}
  if (destination === 'document' || refererOrigin === null || URL.parse(url)?.origin === refererOrigin)
    return false
  return entries.some((entry) => entry.refererOrigin === refererOrigin && !chain.includes(entry))
}

/** The browser asks the certificate's authority before it has a page (RFC 6960). */
export function isCertificateCheck({ mimeType }: PageRequest): boolean {
  return mimeType === 'application/ocsp-response'
}

/** No navigation is of these methods (HTML, 7.4), and an answer without content leaves the page that was there. */
function isNavigation({ method, status }: PageRequest): boolean {
  return !OTHER_METHODS.has(method) && status !== 204 && status !== 205
}

const OTHER_METHODS = new Set(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Asks the browser's word, else its media type. What redirects has any. */
function mayBeDocument(entry: PageRequest): boolean {
  if (!isNavigation(entry)) return false
  if (entry.destination !== null) return entry.destination === 'document'
  if (entry.isDocument !== null) return entry.isDocument
  return isRedirect(entry) || HTML.test(entry.mimeType)
}

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/

/** 304 says that a cached copy is good, and leads nowhere. */
function isRedirect({ status }: PageRequest): boolean {
  return status !== null && status >= 300 && status < 400 && status !== 304
}

/** Fetch, 4.4: browsers follow twenty. */
const MOST_REDIRECTS = 20

/** A request, and each that the one before it was redirected to. */
function redirectsFrom<Entry extends PageRequest>(
  first: Entry | undefined,
  entries: readonly Entry[],
): Entry[] {
  if (first === undefined) return []
  const chain = [first]
  const left = entries.slice(entries.indexOf(first) + 1)
  for (let last = first; isRedirect(last) && chain.length <= MOST_REDIRECTS; ) {
    const target = last.redirectUrl === '' ? null : addressOf(last.redirectUrl, last.url)
    const place = left.findIndex(({ url }) => target === null || addressOf(url) === target)
    const next = left[place]
    if (next === undefined) break
    left.splice(0, place + 1)
    chain.push(next)
    last = next
  }
  return chain
}

/** An absolute http(s) URL as browsers write it, without its fragment; null for any other text. */
function addressOf(text: string, base?: string): string | null {
  const url = /\s/.test(text) ? null : URL.parse(text, base)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  return url.href
}
