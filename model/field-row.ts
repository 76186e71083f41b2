import type { ContributedProtocol, ContributedTime, ContributedVisit } from './contribution-terms.ts'

/** Says whose load it was, by which protocol and when, of a site that is known. */
interface StoredLoad {
  /** SHA-256 of the pseudonym, hexadecimal. */
  readonly cidHash: string
  readonly proto: ContributedProtocol
  readonly day: string
}

/** A load as it is stored. */
export interface FieldRow extends StoredLoad {
  /** Whole milliseconds; null is not known. */
  readonly times: Readonly<Record<ContributedTime, number | null>>
}

/** Says by which visit the document of a load came. */
export interface VisitRow extends StoredLoad {
  readonly visit: ContributedVisit
}
