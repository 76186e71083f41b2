import { z } from 'zod'
import { GRAPH_LIMITS } from './limits.ts'

/** Milliseconds: a moment since the navigation's start, or a span. */
export const graphMs = z.number().min(0).max(GRAPH_LIMITS.ms)

export const graphBytes = z.int().min(0).max(GRAPH_LIMITS.bytes)

/** Says how it is known that one node waits for another. */
const EDGE_REASONS = [
  /** The HTML or CSS that names it. */
  'parser',
  /** A script on the stack of the call that asked for it. */
  'script',
  'redirect',
  /** The CORS preflight of this very request. */
  'preflight',
  /** A computation between its parent and what that asks for. */
  'compute',
  /** The load event waits for it. */
  'load',
  /**
   * It was known of before, and the browser held it back until that ended, as Chromium does with pictures while scripts
   * and style sheets are loading, but for a few at a time: always guessed. It may have started before that.
   */
  'queue',
  /** It began after that ended, and might have waited for it: always guessed. */
  'order',
  /** The Referer field: always guessed. */
  'referer',
  /** Nothing else is known: it waits for the document. Always guessed. */
  'document',
] as const

const EDGE_PARTS = {
  /** The node that is waited for. */
  node: z.int().min(0),
  /** Time from that moment to the start of the node that waits. */
  waitMs: graphMs,
  why: z.enum(EDGE_REASONS),
  /** Not told by the browser, but concluded from the order of events. */
  guessed: z.boolean(),
}

/** Says what a node waits for. It starts when the last of its edges is due. */
export const GRAPH_EDGE = z.discriminatedUnion('when', [
  /** Due after the last byte of a fetch, or the end of a computation. */
  z.object({ ...EDGE_PARTS, when: z.literal('finished') }),
  /** Due after the first byte of a fetch's response. */
  z.object({ ...EDGE_PARTS, when: z.literal('first byte') }),
  /** Due after so many bytes of a fetch's body, as it is sent. */
  z.object({ ...EDGE_PARTS, when: z.literal('bytes'), bytes: graphBytes }),
])

export type GraphEdge = z.infer<typeof GRAPH_EDGE>
export type EdgeReason = (typeof EDGE_REASONS)[number]
