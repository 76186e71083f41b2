import type { GraphFetch } from '../../model/graph/node.ts'

/** Identifies the same request in every load of a page. */
export const requestOf = ({ method, origin, path }: GraphFetch): string => `${method} ${origin}${path}`
