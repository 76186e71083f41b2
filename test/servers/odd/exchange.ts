import type { Field } from '../../../crawler/fields/field.ts'

/** One request as the server saw it: what measurements are held against. Moments are milliseconds since 1970. */
export interface LoggedExchange {
  readonly protocol: 'http/1.1' | 'h2' | 'h3'
  readonly method: string
  readonly host: string
  /** Path and query. */
  readonly path: string
  readonly startedMs: number
  /** Null: no response, or not yet. */
  status: number | null
  /** Of the status and fields as HTTP/1.1 writes them; over HTTP/2 and HTTP/3 they are compressed and somewhat smaller. */
  headBytes: number
  bodyBytes: number
  /** When the last bytes of the response were written; null where none were. */
  lastMs: number | null
  /** Rejected before it was processed: the client may ask again without telling anybody (RFC 9113, 8.7). */
  isRejected: boolean
}

/** One request to be answered, over whichever protocol it came. */
export interface OddExchange {
  readonly log: LoggedExchange
  readonly url: URL
  /** Name in lower case; null where there is none. */
  header(name: string): string | null
  /** Server name that the connection was opened for; null where that is not known. */
  readonly serverName: string | null
  /** A 103 (RFC 8297). */
  hint(link: readonly string[]): void
  head(status: number, fields: readonly Field[]): void
  write(bytes: Buffer | string): void
  end(bytes?: Buffer | string, trailers?: readonly Field[]): void
  /** Answers nothing and says that nothing was done: REFUSED_STREAM, H3_REQUEST_REJECTED; HTTP/1.1 closes the connection. */
  reject(): void
  /** Breaks off what has been begun. */
  breakOff(): void
  /** The connection takes no further requests: `Connection: close` before the head, GOAWAY. */
  lastOfConnection(): void
  /** Loses every datagram for so long, as a path does that is gone; QUIC alone. */
  losePath(forMs: number): void
  /** Sends the frame ALTSVC (RFC 7838, 4); HTTP/2 alone has it. */
  announce(altSvc: string): void
}

export const nowMs = (): number => performance.timeOrigin + performance.now()

export function headBytes(status: number, fields: readonly Field[]): number {
  return fields.reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    `HTTP/1.1 ${status} OK\r\n\r\n`.length,
  )
}
