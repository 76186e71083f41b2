import { isFetched } from '../../crawler/probe/load/event-record.ts'
import { UNREPORTED } from '../../har/entry.ts'
import { isCertificateCheck } from '../../har/har-document.ts'
import type { HarPage } from '../../har/har-page.ts'
import { pageLoads } from '../../har/page-loads.ts'
import { importedUrl } from '../recorded-url.ts'
import { RecordingError } from '../recording-error.ts'
import type { HarEntry, HarFile } from './har-file.ts'

interface FirstPage {
  /** Is null where the file lists no page that the document belongs to. */
  readonly page: HarPage | null
  /** Requests over the network, in the order of its start: the first is the request for the page. */
  readonly entries: HarEntry[]
  readonly leftOut: { url: string; why: string }[]
}

/**
 * The first page of a HAR whose document is in it, by the rule of `har/har-document.ts`.
 * @throws RecordingError where there is none, or its document did not come over the network
 */
export function firstPage(file: string, har: Pick<HarFile, 'pages' | 'entries'>): FirstPage {
  const fetched = har.entries.filter(({ url }) => isFetched(url) && URL.canParse(url))
  const load = pageLoads({ pages: har.pages, entries: fetched }).find(({ first }) => first !== null)
  const first = load?.first ?? null
  if (load === undefined || first === null)
    throw new RecordingError(65, `${file}: none of its requests is for a page`)
  const why = whyLeftOut(first, null)
  if (why !== null) throw new RecordingError(65, `${file}: the page ${importedUrl(first.url)} came ${why}`)
  const entries: HarEntry[] = []
  const leftOut: { url: string; why: string }[] = []
  const start = fetched.indexOf(first)
  for (const [n, entry] of fetched.entries()) {
    const why = whyLeftOut(entry, first.pageref) ?? (n < start ? 'asked for before the page' : null)
    if (why === null) entries.push(entry)
    else leftOut.push({ url: importedUrl(entry.url), why })
  }
  return { page: load.page, entries, leftOut }
}

function whyLeftOut(entry: HarEntry, pageId: string | null): string | null {
  const { response, pageref, _fromCache } = entry
  if (pageId !== null && pageref !== null && pageref !== pageId) return 'of another page of the HAR'
  // A response that a 103 announced came by the network, and then from the cache that the browser put it into.
  const isCached = response._fromDiskCache === true && response._fromEarlyHints !== true
  if (_fromCache !== undefined || isCached) return 'from a cache'
  if (response._fromServiceWorker === true) return 'from a service worker'
  if (entry._error === UNREPORTED) return 'without a word of its response'
  return isCertificateCheck(entry) ? "the browser's own check of a certificate" : null
}
