import type { HarEntry, HarPage } from './har-file.ts'

/** The page's own document, with the redirects that led to it. */
export interface HarDocument {
  readonly entry: HarEntry
  /** The first request for it was answered by another address. */
  readonly redirected: boolean
}

/**
 * The document of a page; null where it is unknown, as when its request is missing: a frame's or a pixel's is never
 * taken for it. A page's first request is that for its document. A later one is it only where the file says so: by
 * `Sec-Fetch-Dest`, by the page's title, where Chromium and chrome-har put its address, or by the page's start.
 * @param entries in the order of their start
 */
export function harDocument(page: HarPage | null, entries: readonly HarEntry[]): HarDocument | null {
  const pageAddress = addressOf(page?.title ?? '')
  const isPageAddress = ({ url }: HarEntry): boolean => pageAddress !== null && addressOf(url) === pageAddress
  const isDeclared = (entry: HarEntry): boolean =>
    entry.destination === 'document' || isPageAddress(entry) || startsWith(page, entry)
  const declared = entries.find((entry) => mayBeDocument(entry) && isDeclared(entry))
  const fromFirst = redirectsFrom(entries[0], entries)
  const chain =
    declared === undefined || fromFirst.includes(declared) ? fromFirst : redirectsFrom(declared, entries)
  const entry = chain.at(-1)
  if (entry === undefined || isRedirect(entry) || !chain.every(mayBeDocument)) return null
  // The page is another than this one.
  if (pageAddress !== null && !chain.some(isPageAddress)) return null
  return isEmbedded(chain, entries) ? null : { entry, redirected: chain.length > 1 }
}

/** Clocks are rounded to milliseconds. */
function startsWith(page: HarPage | null, { startedMs }: HarEntry): boolean {
  const pageMs = page?.startedMs ?? null
  return pageMs !== null && startedMs !== null && Math.abs(startedMs - pageMs) <= 1
}

/** Another origin asked for it, and for other requests of this page as well: so that is where the page is. */
function isEmbedded(chain: readonly HarEntry[], entries: readonly HarEntry[]): boolean {
  const { url = '', refererOrigin = null, destination = null } = chain[0] ?? {}
  if (destination === 'document' || refererOrigin === null || URL.parse(url)?.origin === refererOrigin)
    return false
  return entries.some((entry) => entry.refererOrigin === refererOrigin && !chain.includes(entry))
}

/** By the browser's word, else by its media type. What redirects has any. */
function mayBeDocument(entry: HarEntry): boolean {
  if (entry.destination !== null) return entry.destination === 'document'
  if (entry.isDocument !== null) return entry.isDocument
  return isRedirect(entry) || HTML.test(entry.mimeType)
}

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/

/** 304 says that a cached copy is good, and leads nowhere. */
function isRedirect({ status }: HarEntry): boolean {
  return status !== null && status >= 300 && status < 400 && status !== 304
}

/** Fetch, 4.4: browsers follow twenty. */
const MOST_REDIRECTS = 20

/** A request, and each that the one before it was redirected to. */
function redirectsFrom(first: HarEntry | undefined, entries: readonly HarEntry[]): HarEntry[] {
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
