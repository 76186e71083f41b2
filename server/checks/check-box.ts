import type { Database, Query } from '../../db/connection/database.ts'

export interface CheckBoxOptions {
  /** Number in all, a day of UTC. */
  readonly perDay: number
  /** Number for one address (IPv6: of one /56), a day. */
  readonly perAddress: number
  /** Names need not be public: `--allow-address` says which network is the operator's own. */
  readonly ownNetwork: boolean
  /** Hands a stored check to what does it, within the transaction that stores it; on SQLite the row itself is the job. */
  readonly enqueue: (query: Query, id: number) => Promise<void>
}

/** Number for one registrable domain, a day: whoever asks, one site is loaded a bounded number of times. */
export const PER_DOMAIN_AND_DAY = 3

/** Number of checks that wait at most: some two hours. */
export const MOST_WAITING = 50

/** Time for which a check of the same URL is answered with the one that there is. */
export const SAME_URL_MS = 86_400_000

/** The server's only writer, when it is open; null where the database may only be read. */
export type WriterSoon = Promise<Database | null>
