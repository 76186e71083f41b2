/** Prefix of a page replayed as a graph, without a browser: `graph:` and its file, or a page of the catalogue. */
export const GRAPH_PREFIX = 'graph:'

/** Prefix of a page of the catalogue without its dependencies. */
export const FLAT_PREFIX = 'flat-'

/** `graph:modern` of `graph:flat-modern`; null: the dependencies of this page were not cut. */
export function pageWithDependencies(name: string): string | null {
  const graph = name.startsWith(GRAPH_PREFIX) ? GRAPH_PREFIX : ''
  const page = name.slice(graph.length)
  return page.startsWith(FLAT_PREFIX) ? graph + page.slice(FLAT_PREFIX.length) : null
}

/** A page of the catalogue that is one file of so many bytes. */
export const SINGLE_FILE_PAGE = /^single-(\d+)$/

/** Bytes of a page's only file, loaded by a browser or as a graph; null for a page of another kind. */
export function singleFileBytes(name: string): number | null {
  const page = name.startsWith(GRAPH_PREFIX) ? name.slice(GRAPH_PREFIX.length) : name
  const [, sizeBytes] = SINGLE_FILE_PAGE.exec(page) ?? []
  return sizeBytes === undefined ? null : Number(sizeBytes)
}
