import { harDocument } from './har-document.ts'
import type { HarPage } from './har-page.ts'
import type { PageRequest } from './page-request.ts'

/** One page of a file with what it asked for, in the order of the requests’ start. */
export interface HarPageLoad<Page extends HarPage, Entry extends PageRequest> {
  /** Is null where these requests belong to no page that the file knows. */
  readonly page: Page | null
  readonly entries: readonly Entry[]
  /** The page’s own document, after redirects; null where it is unknown. */
  readonly document: Entry | null
  /** The first request for the document: another than `document` where it was redirected; null likewise. */
  readonly first: Entry | null
}

/**
 * The loads of a file, one for each of its pages that asked for anything. Requests without a page, or of one that is not
 * listed, are one load of their own, for it is not known which page they belong to.
 */
export function pageLoads<Page extends HarPage, Entry extends PageRequest>({
  pages,
  entries,
}: {
  readonly pages: readonly Page[]
  readonly entries: readonly Entry[]
}): HarPageLoad<Page, Entry>[] {
  const known = new Set(pages.map(({ id }) => id))
  const byPage = Map.groupBy(entries, ({ pageref }) =>
    pageref !== null && known.has(pageref) ? pageref : null,
  )
  return [...pages, null].flatMap((page) => {
    const asked = byPage.get(page?.id ?? null)
    return asked === undefined ? [] : [pageLoad(page, asked)]
  })
}

function pageLoad<Page extends HarPage, Entry extends PageRequest>(
  page: Page | null,
  inFile: readonly Entry[],
): HarPageLoad<Page, Entry> {
  const entries = byStart(inFile)
  const document = harDocument(page, entries)
  return { page, entries, document: document?.entry ?? null, first: document?.first ?? null }
}

/** The file’s order is all there is where not every request has a time. */
function byStart<Entry extends PageRequest>(entries: readonly Entry[]): readonly Entry[] {
  if (entries.some(({ startedMs }) => startedMs === null)) return entries
  return entries.toSorted((a, b) => (a.startedMs ?? 0) - (b.startedMs ?? 0))
}
