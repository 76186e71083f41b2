import { z } from 'zod'
import { GRAPH_EDGE, graphMs } from './edge.ts'
import { graphFaults } from './faults.ts'
import { GRAPH_LIMITS } from './limits.ts'
import { GRAPH_NODE, graphOrigin } from './node.ts'
import { GRAPH_FORMAT } from './version.ts'

const MADE_FROM = z.object({
  kind: z.enum(['sample', 'recording', 'har']),
  /** Name of the file or folder, without those above it; null for a sample. */
  file: z.string().nullable(),
  /** SHA-256 of the file, or of the recording's `recording.json`, in hexadecimal; null for a sample. */
  sha256: z.string().nullable(),
  /** Number in the database; null for a file. */
  sample: z.int().min(1).nullable(),
  /** Number of a recording's load; null for others. */
  load: z.int().min(0).nullable(),
  /** ISO 8601; null where the source does not say. */
  startedAt: z.string().nullable(),
  browser: z.string().nullable(),
  /** Protocol setting that a sample was loaded under; null for others. */
  arm: z.string().nullable(),
  /** The emulated link that it was loaded behind, as configured and as measured; null: none, or unknown. */
  link: z.record(z.string(), z.unknown()).nullable(),
  /** Number of a page's loads that tell the think times, for a sample behind a link of known rate; since version 1.2. */
  thinkTimeLoads: z.int().min(1).optional(),
  /** Number of a page's loads, over all links of a lab run, that tell the bytes of edges; since 1.3. */
  bytesLoads: z.int().min(1).optional(),
})

/** One load of a page as fetches and computations that wait for each other: what docs/graph.md describes. */
export const GRAPH = z
  .object({
    format: z.literal(GRAPH_FORMAT),
    version: z.object({ major: z.int(), minor: z.int() }),
    tool: z.object({ name: z.string(), version: z.string() }),
    madeFrom: MADE_FROM,
    /** Asked for. */
    pageUrl: z.string().max(100_000),
    /** Lists of origins whose requests one connection of HTTP/2 or HTTP/3 may carry; since version 1.1. */
    sharedConnections: z
      .array(z.array(graphOrigin).min(2).max(GRAPH_LIMITS.nodes))
      .max(GRAPH_LIMITS.nodes)
      .optional(),
    /**
     * Hosts of fetches that a resolver was asked for, and what it took to answer beyond the round trip; since version 1.4. Absent:
     * none was, or nobody knows.
     */
    lookUps: z
      .array(z.object({ host: z.string().min(1).max(253), waitMs: graphMs }))
      .max(GRAPH_LIMITS.nodes)
      .optional(),
    /**
     * The browser's time over HTTP/1.1 from the end of a response to the next request on its connection, where one waited;
     * since version 1.5. Absent: unknown.
     */
    turnaroundMs: graphMs.optional(),
    /**
     * The browser's time to check a host's certificate, which it does once for each and one after the other; since version 1.6.
     * Absent: unknown.
     */
    certificateMs: graphMs.optional(),
    /** The browser's time from a response's last byte to its end, by protocol; since version 1.7. Absent: unknown. */
    receiveMs: z.partialRecord(z.enum(['http/1.1', 'h2', 'h3']), graphMs).optional(),
    nodes: z.array(GRAPH_NODE).min(1).max(GRAPH_LIMITS.nodes),
    /** The page's load event: a replayed load ends when the last of `after` is due. */
    load: z.object({
      /** Time since the navigation's start; null where the source does not say. */
      atMs: graphMs.nullable(),
      after: z.array(GRAPH_EDGE).min(1),
      /** True where the browser did not say which fetches its load event waited for. */
      guessed: z.boolean(),
    }),
    /** Requests of the source that are no node, with the reason. */
    leftOut: z.array(z.object({ url: z.string(), why: z.string() })),
  })
  .superRefine((graph, { addIssue }) => {
    for (const { path, message } of graphFaults(graph)) addIssue({ code: 'custom', message, path })
  })

export type Graph = z.infer<typeof GRAPH>
export type GraphSource = z.infer<typeof MADE_FROM>
