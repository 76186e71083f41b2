import type { ContributedProtocol, ContributedTime } from './contribution-terms.ts'

/** A load as it is stored, of a site that is known. */
export interface FieldRow {
  /** SHA-256 of the pseudonym, hexadecimal. */
  readonly cidHash: string
  readonly proto: ContributedProtocol
  readonly day: string
  /** Whole milliseconds; null is not known. */
  readonly times: Readonly<Record<ContributedTime, number | null>>
}
