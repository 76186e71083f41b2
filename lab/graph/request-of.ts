import type { GraphFetch } from '../../model/graph/node.ts'

/** What is the same request in every load of a page. */
export const requestOf = ({ method, origin, path }: GraphFetch): string => `${method} ${origin}${path}`
