/** Limits what one peer may send us, and how often we ask it. docs/limits.md is made from this object and its comments. */
export const LIMITS = {
  /** Response bytes counted before the rest is left; enough to tell a page from an error. */
  bodyBytes: 256 * 1024,
  /** Bytes of robots.txt that are read (RFC 9309, 2.5: at least 500 KiB must be parsed). */
  robotsBytes: 500 * 1024,
  /** Response headers. */
  headerBytes: 64 * 1024,
  /** Addresses of a host that are tried, families in turn. The last one starts 1.25 s after the first at the latest. */
  addresses: 6,
  /** TCP connections that a visit starts, those included that nobody answered. */
  tcpAttempts: 20,
  /** QUIC connections that a visit starts: one at the final origin, and one or two where TCP gives no response. */
  quicAttempts: 4,
  /** Length of a CNAME chain; resolvers stop at 8 to 16. */
  cnames: 10,
  /** Redirects to the final origin; Chromium stops at 20, we leave earlier: each costs the site a request. */
  redirects: 8,
  /** Frames within one exchange that bring its response no further: SETTINGS, PING, interim responses, empty DATA. */
  controlFrames: 200,
  /** Frames of any kind on one HTTP/2 connection, or in one HTTP/3 response: enough for a page in pieces of 14 bytes. */
  frames: 20_000,
  /** All that one HTTP/2 or QUIC connection may bring: robots.txt, nine pages and their headers are 3.5 MB at most. */
  connectionBytes: 4 * 1024 * 1024,
  /** Datagrams that are no packet of the QUIC connection they came for: resets, Version Negotiation, Retry, noise. */
  strayDatagrams: 1_000,
  /** Bytes of a QUIC connection that are no stream's: certificates, ACKs, tickets, new connection ids. */
  quicOverheadBytes: 64 * 1024,
} as const
