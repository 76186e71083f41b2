import type { GraphFetch, GraphNode } from '../../../model/graph/node.ts'

/** A fetch that had a response: the others of a graph are waited for, and nothing is sent. */
export type ReplayedFetch = GraphFetch & { readonly status: number; readonly bytes: number }

export function isReplayed(node: GraphNode): node is ReplayedFetch {
  return node.kind === 'fetch' && isAnswered(node) && node.bytes !== null
}

/** A final response came, whole or not. */
export function isAnswered({ status }: GraphFetch): boolean {
  return status !== null && status >= 200
}

/** Counts what the server is to send. */
export function bodyBytes({ method, status, bytes }: ReplayedFetch): number {
  // RFC 9110, 6.4.1: these have no content, whatever the source counted.
  return method === 'HEAD' || status === 204 || status === 304 ? 0 : bytes
}

/** Says how long a node took that is waited for as one that computes: of a fetch without a response until it failed. */
export function waitedMs(node: GraphNode): number {
  if (node.kind === 'compute') return node.ms
  return Math.max(0, (node.finishedMs ?? node.startedMs) - node.startedMs)
}
