import type { Answer } from 'dns-packet'
import type { FailureCode } from '../../../model/failure-codes.ts'

/** What one question came to. `answers` is empty on failure and on NODATA. */
export interface Resolution {
  readonly answers: readonly Answer[]
  readonly failure: FailureCode | null
  readonly detail: string | null
}

/** A stub resolver: asks the configured recursive resolvers over UDP, over TCP where the answer is truncated. */
export interface Resolver extends AsyncDisposable {
  readonly servers: readonly string[]
  resolve(name: string, type: 'A' | 'AAAA' | 'HTTPS', signal: AbortSignal): Promise<Resolution>
}
