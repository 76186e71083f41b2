import type { Har } from 'har-format'
import type { PacketTrace } from './packet-trace.ts'

/**
 * A sample's raw observations, from which every metric is computed and can be computed anew. Each is null where it could not be
 * had (no answer from the page, no right to capture packets).
 */
export interface SampleArtifacts {
  readonly timings: PageTimings | null
  /** HAR 1.2, failed entries included. */
  readonly har: Har | null
  /** Transport connections that carried at least one request, as the browser tells them (CDP). */
  readonly connections: readonly ConnectionRecord[] | null
  readonly packets: PacketTrace | null
}

/** The page's own clock: W3C performance entries as `toJSON()` gives them, milliseconds since `timeOriginMs`. */
export interface PageTimings {
  /** `performance.timeOrigin`, milliseconds since 1970. */
  readonly timeOriginMs: number
  /**
   * Start of the navigation to each main document of the load, in their order, milliseconds of the browser's monotonic
   * clock. Several where the page sent itself on; the last belongs to the document shown, whose time origin is above.
   * Absent from samples that were taken before it was recorded.
   */
  readonly navigationStartsMs?: readonly number[]
  readonly navigation: Readonly<Record<string, number | string>> | null
  /** The critical path of a page loaded as a graph, milliseconds; absent from a browser’s. */
  readonly path?: { readonly networkMs: number; readonly computeMs: number }
  /**
   * The lab's server's word on the connections that the load's requests came by, in the order of their first requests; absent
   * where it was not asked.
   */
  readonly served?: readonly ServedConnection[]
  readonly paints: readonly { readonly name: string; readonly startTime: number }[]
  /** LargestContentfulPaint entries, in order; the last is the LCP. */
  readonly largestContentfulPaints: readonly {
    readonly startTime: number
    readonly renderTime: number
    readonly loadTime: number
    readonly size: number
    readonly url: string
  }[]
  readonly resources: readonly Readonly<Record<string, number | string>>[]
}

/** Says how a connection over TLS was opened, by its server’s word. */
export interface ServedConnection {
  /** Address and port of the client. */
  readonly client: string
  /** ALPN name. */
  readonly protocol: 'http/1.1' | 'h2' | 'h3'
  /** It took an earlier session up. */
  readonly resumed: boolean
  /** Its first request came before the client’s handshake was over. */
  readonly earlyData: boolean
}

export interface ConnectionRecord {
  /** CDP's connectionId; unique within the browser process. */
  readonly id: string
  /** ALPN name: `http/1.1`, `h2`, `h3`. */
  readonly protocol: string
  readonly remoteAddress: string | null
  readonly remotePort: number | null
  /** Hosts that were asked over it; several where connections are coalesced. */
  readonly hosts: readonly string[]
  readonly requests: number
  /** Duration of the connection's set-up, from the response that opened it; null where a preconnect had done that before. */
  readonly connectMs: number | null
  /** TLS or QUIC handshake, part of `connectMs`. */
  readonly sslMs: number | null
}
