import { z } from 'zod'
import { count, fields, httpUrl, index, milliseconds, protocol, sha256 } from './values.ts'

/** The bytes of a response's body, without transfer coding (chunks, frames). Its file is `bodies/<sha256>`. */
const BODY = z.object({
  sha256,
  bytes: count,
  /**
   * `sent`: the file holds what was sent, content coding included. `decoded`: the source had only the decoded body, and
   * what was sent is not known to the byte.
   */
  form: z.enum(['sent', 'decoded']),
  /** Bytes as sent; equal to `bytes` for the form `sent`, and for `decoded` what the source says, or null. */
  sentBytes: count.nullable(),
  /** SHA-256 without content coding; null where it does not decode. */
  decodedSha256: sha256.nullable(),
  decodedBytes: count.nullable(),
})

const TIMING = z.object({
  load: index,
  /** Time since the navigation's start. */
  startedMs: milliseconds.nullable(),
  /** Time from the request's last byte to the first byte of the response's head. */
  firstByteMs: milliseconds.nullable(),
  /**
   * `firstByteMs` less the round trip of its connection, never below 0: what the server took to answer, with what the
   * link's queues added.
   */
  thinkMs: milliseconds.nullable(),
  /**
   * The part of `thinkMs` that the link's queue cannot explain: what the server took at least. Since version 1.2; not there
   * where the link's rate is unknown and no 103 came before the response.
   */
  serverMs: milliseconds.nullable().optional(),
  /** Time from the response's head to the last byte. */
  receiveMs: milliseconds.nullable(),
  protocol: protocol.nullable(),
  /** Names a connection within this load; null where none carried it. */
  connection: z.string().nullable(),
  /**
   * Requests to its host, itself among them, that were under way at once while it waited for its first byte, at most. Since
   * version 2.0; not there where unknown.
   */
  underWay: count.optional(),
})

/** The server's time to answer while few requests to its host were under way (`FEW_UNDER_WAY`). */
const BOUND = z.object({
  ms: milliseconds,
  /** `request`: median of its own waits at such times; `host`: the longest wait of any request to its host. */
  by: z.enum(['request', 'host']),
})

/** A wait of the server within a body, of the form `sent`. */
const PAUSE = z.object({
  /** Bytes of the body that came before; 0: the head alone had come. */
  atBytes: count,
  ms: milliseconds,
})

/** The first 103 before a response (RFC 8297): the browser asks for what it announces while the server still works. */
const HINTS = z.object({
  headers: fields,
  /** Time from the request on, without the round trip; null: none of the loads for times shows it. */
  waitMs: milliseconds.nullable(),
})

/** One request and its answer. Each redirect of a chain, and each preflight, is an exchange of its own. */
export const EXCHANGE = z.object({
  /** Its position in `exchanges`, which are in the order in which they were started. */
  id: index,
  method: z.string().min(1),
  /** The URL as sent: query included, without userinfo and fragment. */
  url: httpUrl,
  /**
   * Parameters of the query that had other values in each load. Since version 1.2; not there where none had, and of one load.
   */
  volatile: z.array(z.string()).optional(),
  /** Leaves out those that identify: `removedHeaders` names them. */
  requestHeaders: fields,
  /** The body itself is not kept. `sha256` null: it was not to be had. */
  requestBody: z.object({ sha256: sha256.nullable(), bytes: count.nullable() }).nullable(),
  /** Is null where null: no response came, `failure` says why. */
  status: z.int().min(100).max(999).nullable(),
  statusText: z.string(),
  responseHeaders: fields,
  /** Exists since version 2.1; not there where the response had no 103. */
  hints: HINTS.optional(),
  /** The response's Content-Encoding, lower case (`gzip`, `br`, `zstd`); null: none. */
  contentEncoding: z.string().nullable(),
  /** Is null where a response has none (HEAD, 204, 304), where none came, and where it was not recorded. */
  body: BODY.nullable(),
  /** Says why a body that was sent is not in the recording; null where nothing is missing. */
  bodyMissing: z.string().nullable(),
  /** The resolved Location of a redirect that was followed. */
  redirectTo: z.string().nullable(),
  /** The exchange whose redirect led here. */
  redirectedFrom: index.nullable(),
  /** DevTools' name for what asked for it: `parser`, `script`, `preload`, `preflight`, `other`, … */
  initiator: z.object({ type: z.string(), exchange: index.nullable() }),
  /** `Document`, `Script`, `Image`, …, as DevTools names them; null where unknown. */
  resourceType: z.string().nullable(),
  /** `VeryHigh`, `High`, `Medium`, `Low`, `VeryLow`, as DevTools names them; null where unknown. */
  priority: z.string().nullable(),
  /** Asked for by a service worker rather than by a page or frame. */
  fromServiceWorker: z.boolean(),
  /** `net::ERR_…`, or `unfinished` where the load was over first; null where it was complete. */
  failure: z.string().nullable(),
  /**
   * Time from the request's head to the failure of what had no response, in the load for bodies; null where nothing was sent.
   * Since version 1.1.
   */
  failedMs: milliseconds.nullable().optional(),
  /**
   * Part of its think times with more requests under way that is not more than queue; null: no load shows it, so that server
   * and queues cannot be told apart. Not there where few requests were under way in all loads for times. Since version 2.0.
   */
  bound: BOUND.nullable().optional(),
  /** Listed in the order of the body. Since version 1.1; not there where none was seen. */
  pauses: z.array(PAUSE).optional(),
  /** The protocol in the load for bodies; null where no response came. */
  protocol: protocol.nullable(),
  /** One for each load in which the exchange was found again; no entry: it was not. */
  timings: z.array(TIMING),
})

export type Exchange = z.infer<typeof EXCHANGE>
export type ExchangeTiming = z.infer<typeof TIMING>
export type RecordedPause = z.infer<typeof PAUSE>
export type RecordedBody = z.infer<typeof BODY>
