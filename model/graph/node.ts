import { z } from 'zod'
import { GRAPH_EDGE, graphBytes, graphMs } from './edge.ts'

const name = z.string().min(1).max(64)

/** The form alone lets through what is no URL, such as a port above 65,535. */
export const graphOrigin = z
  .string()
  .regex(/^https?:\/\/[^/?#@\s]+$/, 'no origin')
  .refine((origin) => URL.canParse(origin), 'no origin')

const NODE_PARTS = {
  /** Its position in `nodes`. */
  id: z.int().min(0),
  /** Time since the navigation's start, in the load that the graph was made from. */
  startedMs: graphMs,
  /** Empty: it waits for nothing, and starts at `startedMs`. */
  after: z.array(GRAPH_EDGE),
}

/** Fields of a fetch that may be concluded rather than seen. */
const GUESSED_FIELDS = ['startedMs', 'firstByteMs', 'finishedMs', 'bytes', 'thinkMs'] as const

/** One request and its response. Each redirect of a chain, and each preflight, is a fetch of its own. */
const FETCH = z.object({
  ...NODE_PARTS,
  kind: z.literal('fetch'),
  method: z.string().min(1).max(64),
  /** Scheme, host and, where it is not the scheme's own, port: `https://www.example.com`. */
  origin: graphOrigin,
  /** Includes the query. */
  path: z.string().startsWith('/').max(100_000),
  /** `document`, `script`, `style`, `image`, `font`, `media`, `data`, `other`; null where unknown. */
  resourceType: name.nullable(),
  /** DevTools' name when the request was made: `VeryHigh`, `High`, `Medium`, `Low`, `VeryLow`; null where unknown. */
  priority: name.nullable(),
  /** The last that the browser gave it, where that is known to be another one; since version 1.4. */
  lastPriority: name.optional(),
  /** ALPN name that it came by; null where unknown, and where no response came. */
  protocol: name.nullable(),
  /** Is null where no response came, or unknown. */
  status: z.int().min(100).max(999).nullable(),
  /** Size of the request's body; 0: it has none. */
  requestBytes: graphBytes,
  /** Size of the response's body as it was sent; null where unknown. */
  bytes: graphBytes.nullable(),
  /** The server's time to answer; null where unknown. */
  thinkMs: graphMs.nullable(),
  /** The whole wait for its first byte less the round trip, of which the server took `thinkMs`; since version 1.5. Absent: unknown. */
  waitedMs: graphMs.optional(),
  /** The browser's time to send it over a connection that was open and free for it; since version 1.5. Absent: unknown. */
  heldMs: graphMs.optional(),
  /** Time of the response's head, since the navigation's start; null where none came, or unknown. */
  firstByteMs: graphMs.nullable(),
  /** Time of the response's last byte, or of the failure; null where it did not come, or unknown. */
  finishedMs: graphMs.nullable(),
  /** `net::ERR_…`, `unfinished`, or what the source says; null where it was complete. */
  failure: z.string().max(1_000).nullable(),
  guessed: z.array(z.enum(GUESSED_FIELDS)),
})

/** Time in which the page was busy, or idle before a timer. */
const COMPUTE = z.object({
  ...NODE_PARTS,
  kind: z.literal('compute'),
  /** Names the work: `parse`: a document; `style`: style sheets and layout; `script`; `load`: what held back the load event. */
  what: z.enum(['parse', 'style', 'script', 'load', 'other']),
  ms: graphMs,
  /** A gap between two events, of which no trace says what filled it. */
  guessed: z.boolean(),
})

export const GRAPH_NODE = z.discriminatedUnion('kind', [FETCH, COMPUTE])

export type GraphFetch = z.infer<typeof FETCH>
export type GraphCompute = z.infer<typeof COMPUTE>
export type GraphNode = z.infer<typeof GRAPH_NODE>
export type GuessedField = (typeof GUESSED_FIELDS)[number]
