import { isFetched } from '../../crawler/probe/load/event-record.ts'
import { importedUrl } from '../recorded-url.ts'
import { RecordingError } from '../recording-error.ts'
import type { HarEntry } from './har-file.ts'

/**
 * The requests of a HAR's first page that went over the network, in their order, and what else was asked for.
 * @throws RecordingError where there are none
 */
export function entriesOfFirstPage(
  file: string,
  all: readonly HarEntry[],
): { readonly entries: HarEntry[]; readonly leftOut: { url: string; why: string }[] } {
  const entries: HarEntry[] = []
  const leftOut: { url: string; why: string }[] = []
  const pageId = all.find((entry) => whyLeftOut(entry, null) === null)?.pageref ?? null
  for (const entry of all) {
    const why = whyLeftOut(entry, pageId)
    if (why === null) entries.push(entry)
    else if (why !== '') leftOut.push({ url: importedUrl(entry.request.url), why })
  }
  if (entries.length === 0) throw new RecordingError(65, `${file}: no request in it went over the network`)
  return { entries, leftOut }
}

/** Empty for what never is a request to the network, such as `data:`. */
function whyLeftOut(
  { request, response, pageref, _fromCache }: HarEntry,
  pageId: string | null,
): string | null {
  if (!isFetched(request.url) || !URL.canParse(request.url)) return ''
  if (pageId !== null && pageref !== undefined && pageref !== pageId) return 'of another page of the HAR'
  if (_fromCache !== undefined || response._fromDiskCache === true) return 'from a cache'
  return response._fromServiceWorker === true ? 'from a service worker' : null
}
