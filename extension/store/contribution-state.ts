import type { ContributionRecord, DropReason } from '../capture/types.ts'

/** All that contributing needs to remember. One value of `storage.local`: the worker may die at any time (safety.md EXT-6). */
export interface ContributionState {
  /** Is null where nobody has agreed to anything. */
  readonly consent: Consent | null
  readonly paused: boolean
  /** 32 random bytes in base64url, made with the consent and never sent (safety.md P6). */
  readonly secret: string | null
  /** The secret came from another browser, which may have used pseudonyms that are not known here. */
  readonly secretImported: boolean
  readonly queue: readonly QueuedRecord[]
  /** The newest last. */
  readonly history: readonly HandledRecord[]
  /** Pseudonyms under which anything may have been sent. */
  readonly pseudonyms: readonly Pseudonym[]
  /** Deletions that no server has acknowledged yet. */
  readonly deletions: readonly Deletion[]
  /** Loads that were not used, by why. */
  readonly dropped: { readonly [reason in DropReason]?: number }
}

export interface Consent {
  /** UTC, YYYY-MM-DD. */
  readonly day: string
  /** Listed sites whose loads may be contributed. */
  readonly domains: readonly string[]
}

export interface QueuedRecord {
  readonly record: ContributionRecord
  /** Domain for its owner to read; not part of the upload. */
  readonly domain: string
  /** Milliseconds since 1970. */
  readonly queuedMs: number
  /** It is not sent before. */
  readonly dueMs: number
  readonly attempts: number
  /** Result of the last attempt, in words; null before the first. */
  readonly problem: string | null
}

export type Outcome = 'accepted' | 'already_counted' | 'refused' | 'expired'

export interface HandledRecord {
  readonly record: ContributionRecord
  readonly domain: string
  readonly outcome: Outcome
  readonly day: string
}

export interface Pseudonym {
  readonly cid: string
  readonly domain: string
  /** Written as `2026Q4`. */
  readonly quarter: string
  /** Origin of the server that it may have been sent to. */
  readonly server: string
}

export interface Deletion {
  readonly server: string
  /** Token of the pilot that the records were sent for. */
  readonly invite: string | null
  readonly cids: readonly string[]
  readonly attempts: number
  readonly dueMs: number
}

export const EMPTY_STATE: ContributionState = {
  consent: null,
  paused: false,
  secret: null,
  secretImported: false,
  queue: [],
  history: [],
  pseudonyms: [],
  deletions: [],
  dropped: {},
}
