import { harDocument } from './har-document.ts'
import type { HarEntry, HarFile, HarPage } from './har-file.ts'

/** One page of a file with what it asked for, in the order of the requests’ start. */
export interface HarPageLoad {
  /** Null: these requests belong to no page that the file knows. */
  readonly page: HarPage | null
  readonly entries: readonly HarEntry[]
  /** The page’s own document, after redirects; null where it is unknown. */
  readonly document: HarEntry | null
  /** The first request for the document was answered by another address. */
  readonly redirected: boolean
}

/**
 * The loads of a file, one for each of its pages that asked for anything. Requests without a page, or of one that is not
 * listed, are one load of their own, for it is not known which page they belong to.
 */
export function pageLoads({ pages, entries }: HarFile): HarPageLoad[] {
  const known = new Set(pages.map(({ id }) => id))
  const byPage = Map.groupBy(entries, ({ pageref }) =>
    pageref !== null && known.has(pageref) ? pageref : null,
  )
  return [...pages, null].flatMap((page) => {
    const asked = byPage.get(page?.id ?? null)
    return asked === undefined ? [] : [pageLoad(page, asked)]
  })
}

function pageLoad(page: HarPage | null, inFile: readonly HarEntry[]): HarPageLoad {
  const entries = byStart(inFile)
  const document = harDocument(page, entries)
  return { page, entries, document: document?.entry ?? null, redirected: document?.redirected ?? false }
}

/** Where not every request has a time, the file’s order is all there is. */
function byStart(entries: readonly HarEntry[]): readonly HarEntry[] {
  if (entries.some(({ startedMs }) => startedMs === null)) return entries
  return entries.toSorted((a, b) => (a.startedMs ?? 0) - (b.startedMs ?? 0))
}
