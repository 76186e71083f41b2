import type { HarEntry, HarFile, HarPage } from './har-file.ts'

/** One page of a file with what it asked for, in the order of the requests’ start. */
export interface HarPageLoad {
  /** Null: these requests belong to no page that the file knows. */
  readonly page: HarPage | null
  readonly entries: readonly HarEntry[]
  /** The page’s own document, after redirects; null where none is to be told. */
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
  const documents = documentsOf(entries)
  return {
    page,
    entries,
    document: documents.find((entry) => !isRedirect(entry)) ?? null,
    redirected: documents[0] !== undefined && isRedirect(documents[0]),
  }
}

/** Where not every request has a time, the file’s order is all there is. */
function byStart(entries: readonly HarEntry[]): readonly HarEntry[] {
  if (entries.some(({ startedMs }) => startedMs === null)) return entries
  return entries.toSorted((a, b) => (a.startedMs ?? 0) - (b.startedMs ?? 0))
}

/** What may be the page’s document, by the browser’s word, else by its media type. Frames come after the page itself. */
function documentsOf(entries: readonly HarEntry[]): readonly HarEntry[] {
  const marked = entries.filter(({ isDocument }) => isDocument === true)
  if (marked.length > 0) return marked
  return entries.filter((entry) => isRedirect(entry) || HTML.test(entry.mimeType))
}

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/

/** 304 says that a cached copy is good, and leads nowhere. */
function isRedirect({ status }: HarEntry): boolean {
  return status !== null && status >= 300 && status < 400 && status !== 304
}
