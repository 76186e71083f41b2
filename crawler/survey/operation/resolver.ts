import type { FailureCode } from '../../../model/failure-codes.ts'

/** A record of an answer. The name is as sent, without its last dot; the data of HTTPS is not decoded. */
export type DnsRecord = { readonly name: string; readonly ttlS: number } & RecordData

export type RecordData =
  | { readonly type: 'A' | 'AAAA' | 'CNAME'; readonly data: string }
  | { readonly type: 'HTTPS'; readonly data: Uint8Array }

/** The outcome of one question. `answers` is empty on failure and on NODATA. */
export interface Resolution {
  readonly answers: readonly DnsRecord[]
  readonly failure: FailureCode | null
  readonly detail: string | null
}

/** A stub resolver: asks the configured recursive resolvers over UDP, over TCP where the answer is truncated. */
export interface Resolver extends AsyncDisposable {
  readonly servers: readonly string[]
  resolve(name: string, type: 'A' | 'AAAA' | 'HTTPS', signal: AbortSignal): Promise<Resolution>
}
