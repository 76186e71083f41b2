import type { FailureCode } from './failure-codes.ts'
import type { HeadNote } from './head-notes.ts'

/** The network operations of the survey: one file, one recorded row each (OONI's dd-003 is the model). */
export const OPERATIONS = ['dns', 'tcp', 'tls', 'http1', 'http2', 'http3'] as const
export type Operation = (typeof OPERATIONS)[number]

export type Scheme = 'http' | 'https'

/** An operation's destination. `address` is the resolved and allowed address: nothing below DNS resolves a name. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly address: string
  readonly family: 4 | 6
  readonly scheme: Scheme
  /** Redirects followed before this origin: 0 is the listed domain. */
  readonly hop: number
  /** Number of the transport connection within the site's visit, from 0, in the order they were opened. */
  readonly connection: number
}

/** One recorded row. A failure keeps what was learnt before it in `result`. */
export interface OperationRow<R = unknown> {
  readonly operation: Operation
  readonly hop: number
  readonly connection: number | null
  readonly scheme: Scheme | null
  readonly host: string
  readonly port: number | null
  readonly address: string | null
  /** Request path, for http1, http2, http3: `/` or `/robots.txt`. */
  readonly path: string | null
  /** Start, milliseconds since the start of the site's visit on the run's monotonic clock. */
  readonly startMs: number
  /** Is null where the operation was not attempted. */
  readonly durationMs: number | null
  readonly failure: FailureCode | null
  /** One line for a human, with nothing but the error's own text in it. */
  readonly detail: string | null
  readonly result: R | null
}

/** One HTTPS resource record (RFC 9460). `alpn` is null where the record has no such parameter. */
export interface HttpsRecord {
  readonly priority: number
  readonly target: string
  readonly alpn: readonly string[] | null
  readonly noDefaultAlpn: boolean
  readonly port: number | null
  readonly ipv4Hint: readonly string[]
  readonly ipv6Hint: readonly string[]
  readonly ech: boolean
}

export interface DnsResult {
  /** Addresses that may be connected to, in the order of the answer. */
  readonly a: readonly string[]
  readonly aaaa: readonly string[]
  /** Addresses of the answer that the policy refuses (private, reserved, opted out). */
  readonly refused: readonly string[]
  readonly cnames: readonly string[]
  readonly https: readonly HttpsRecord[]
  /** Smallest TTL of the answer, seconds; null where nothing was answered. */
  readonly ttlS: number | null
  /** Outcome of each question, since one may fail alone. Null is an answer (maybe an empty one). */
  readonly failures: {
    readonly a: FailureCode | null
    readonly aaaa: FailureCode | null
    readonly https: FailureCode | null
  }
}

export interface TcpResult {
  readonly family: 4 | 6
  /**
   * Connect time, SYN to SYN/ACK; null where the SYN was repeated, and where this process was too busy to tell: the row's
   * `durationMs` is then mostly waiting.
   */
  readonly rttMs: number | null
  /** Most by which `rttMs` may be too long, milliseconds (loop-watch.ts). */
  readonly lateMs: number
}

export interface TlsResult {
  /** `TLSv1.3`, … */
  readonly version: string | null
  /** ALPN's choice; null where the server chose none. */
  readonly alpn: string | null
  readonly cipher: string | null
  /** Key-exchange group, for instance `X25519`; null where OpenSSL does not tell. */
  readonly group: string | null
  /** Round trips of the full handshake: 1 or 2; null where that does not follow from version and group. */
  readonly roundTrips: number | null
  /** Certificates as sent, in DER; null on all but the first connection to a host. */
  readonly chainBytes: number | null
  readonly subject: string | null
  /** Organisation of the subject: most certificates have none. */
  readonly organization: string | null
  readonly issuer: string | null
  readonly notBefore: string | null
  readonly notAfter: string | null
  readonly fingerprint256: string | null
  /** DNS names of the certificate, at most 100. */
  readonly altNames: readonly string[]
  readonly valid: boolean
}

/** Session tickets of a TLS or QUIC connection (RFC 8446, 4.6.1; RFC 5077), by the end of a response. */
export interface TicketsSeen {
  readonly count: number
  /** Lifetime of the last one; null where none came. */
  readonly lifetimeS: number | null
  /** Early data that the last one lets a client send; 0: no 0-RTT. */
  readonly maxEarlyDataBytes: number | null
}

export interface HttpResult {
  readonly status: number | null
  /** Kept headers, names in lower case: the allow-list of `headers.ts`, values cut at 1 KiB. */
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of the body as transferred (never decoded), counted up to the cap. */
  readonly bodyBytes: number | null
  /** True where the cap was reached and the rest was not asked for. */
  readonly bodyCapped: boolean
  /** Request sent to response headers received. */
  readonly ttfbMs: number | null
  /** Statuses of interim responses (RFC 9110, 15.2), each once; absent where none came. */
  readonly interim?: readonly number[]
  /** Absent in clear text, and where the client does not tell. */
  readonly tickets?: TicketsSeen
  /** HTTP/1.1 only: what was wrong with the head of a response that Chromium accepts; absent where nothing was. */
  readonly notes?: readonly HeadNote[]
  /** Only for /robots.txt: the text, up to the cap of RFC 9309 (500 KiB). Not stored. */
  readonly text?: string
}

export interface Http2Result extends HttpResult {
  /** The server's first SETTINGS as sent, by their names in RFC 9113, 6.5.2, unknown ones as `0x…`; null where none came. */
  readonly settings: Readonly<Record<string, number>> | null
}

export interface Http3Result extends HttpResult {
  /** The server demanded a Retry; null where no handshake was done, as the two below. */
  readonly isRetried: boolean | null
  /** Length of the connection id that the server chose. */
  readonly serverIdBytes: number | null
  /** Certificates as sent, in DER. */
  readonly chainBytes: number | null
  /** First Initial sent to handshake confirmed; null where it did not come to that. */
  readonly handshakeMs: number | null
  readonly rttMs: number | null
  readonly quicVersion: string | null
  /** HTTP/3 SETTINGS (RFC 9114, 7.2.4.1) by name, unknown identifiers as `0x…`. */
  readonly settings: Readonly<Record<string, number>> | null
  /** Transport parameters of the server (RFC 9000, 18.2) by name. */
  readonly transport: Readonly<Record<string, number | boolean>> | null
  /** Names of those in the order in which they were sent, others as `0x…` or `grease`; null where the client does not tell. */
  readonly transportOrder: readonly string[] | null
}

/** An open connection on which GETs may follow each other. Each `get` is one row. */
export interface HttpConnection<R extends HttpResult = HttpResult> extends AsyncDisposable {
  get(path: string): Promise<OperationRow<R>>
  /** False once the peer has closed, or a failure has left the connection unusable. */
  readonly usable: boolean
  /** The last `get` failed without having been processed: it may be sent once more, on another connection. */
  readonly isRefused: boolean
}
