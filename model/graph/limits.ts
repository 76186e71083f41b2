/** Limits what is read of one graph, which may be another's: far above what one page needs. */
export const GRAPH_LIMITS = {
  /** The file. */
  fileBytes: 50_000_000,
  /** Fetches and computations. */
  nodes: 10_000,
  /** Counts those of all nodes and of the load event. */
  edges: 100_000,
  /** A moment of a load, a wait or a computation. */
  ms: 600_000,
  /** One body. */
  bytes: 1_000_000_000,
  /** All bodies of a replay: client and server hold them, and a load's packets are kept up to 256 MB (capture-slice.ts). */
  replayedBytes: 250_000_000,
} as const
