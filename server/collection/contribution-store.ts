import type { Logger } from 'pino'
import { AnsweredCommit } from '../../db/connection/answered-commit.ts'
import type { Database } from '../../db/connection/database.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { type NewContribution, type Stored, storeContributions } from '../../db/field/contributions.ts'
import { forgetContributors } from '../../db/field/forget-contributors.ts'
import { Problem } from '../http/problem.ts'
import type { CollectionCounts } from './collection-counts.ts'

export interface ContributionStoreOptions {
  /** The server's only writer, when it is open; null where the database may only be read. */
  readonly writer: Promise<Database | null>
  readonly clock: () => number
  /** UTC, `2026-11-20`. */
  readonly today: () => string
  readonly log: Logger
  readonly counts: CollectionCounts
  /** Records that wait for a commit; more are turned away. Default 1,000. */
  readonly mostWaiting?: number
}

/** Time for which nothing is tried after the database has failed: a full disk is not made better by trying. */
const PAUSE_MS = 1_000
const RETRY_S = { opening: 10, readOnly: 3_600, failed: 60, busy: 10 } as const

/** Most records of one transaction, and how long the first of them waits for others (safety.md DB-3). */
const MOST_TOGETHER = 50
const WAIT_MS = 20

/**
 * Writes contributions: together, in order, and answered after the commit (safety.md DB-3, ING-8). It is also the breaker:
 * while records pile up or the database fails, everything is turned away at once (safety.md ING-5). Nothing rejects with
 * anything but a `Problem`, faults of our own excepted.
 */
export class ContributionStore {
  readonly #options: ContributionStoreOptions
  readonly #commits: AnsweredCommit<NewContribution, Stored>
  readonly #inFlight = new Set<string>()
  /** Undefined while it is being opened. */
  #writer: Database | null | undefined
  #pausedUntilMs = Number.NEGATIVE_INFINITY

  constructor(options: ContributionStoreOptions) {
    this.#options = options
    this.#commits = new AnsweredCommit({
      maxJobs: MOST_TOGETHER,
      maxMs: WAIT_MS,
      commit: (contributions) => this.#commit(contributions),
      isOneJobsFault: (error) => !(error instanceof DatabaseError || error instanceof Problem),
    })
    void options.writer.then((writer) => {
      this.#writer = writer
    })
  }

  get waiting(): number {
    return this.#commits.waiting
  }

  /**
   * Resolves after the commit.
   * @throws Problem `in_flight` while a request with this key is not answered yet, `unavailable`
   */
  async store(contribution: NewContribution): Promise<Stored> {
    this.#requireWriter()
    const { keyHash } = contribution
    if (this.#inFlight.has(keyHash))
      throw new Problem('in_flight', 'A request with this key is under way: wait for its answer.', 1)
    if (this.#commits.waiting >= (this.#options.mostWaiting ?? 1_000)) throw unavailable('busy')
    this.#inFlight.add(keyHash)
    try {
      return await this.#commits.add(contribution)
    } finally {
      this.#inFlight.delete(keyHash)
    }
  }

  /**
   * Deletes all of these pseudonyms, what is not yet committed included.
   * @throws Problem `unavailable`
   */
  async forget(cidHashes: readonly string[]): Promise<void> {
    this.#requireWriter()
    await this.#commits.settled()
    await this.#withWriter((writer) => forgetContributors(writer, cidHashes))
  }

  async #commit(contributions: readonly NewContribution[]): Promise<readonly Stored[]> {
    const { today, counts } = this.#options
    const stored = await this.#withWriter((writer) => storeContributions(writer, contributions, today()))
    counts.committed(contributions.length)
    return stored
  }

  /** Work on the database; its failure stops the next attempts for a while. */
  async #withWriter<T>(work: (writer: Database) => Promise<T>): Promise<T> {
    const writer = this.#requireWriter()
    try {
      return await work(writer)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      const { log, clock } = this.#options
      this.#pausedUntilMs = clock() + PAUSE_MS
      log.error({ err: error }, 'contributions cannot be stored')
      throw unavailable('failed')
    }
  }

  #requireWriter(): Database {
    if (this.#writer === undefined) throw unavailable('opening')
    if (this.#writer === null) throw unavailable('readOnly')
    if (this.#options.clock() < this.#pausedUntilMs) throw unavailable('failed')
    return this.#writer
  }
}

const SENTENCES: Readonly<Record<keyof typeof RETRY_S, string>> = {
  opening: 'The server has just started: send it again.',
  readOnly: 'This server only shows what there is, and takes no contributions.',
  failed: 'Contributions cannot be stored at present: send it again later.',
  busy: 'Too many contributions are coming in: send it again later.',
}

function unavailable(why: keyof typeof RETRY_S): Problem {
  return new Problem('unavailable', SENTENCES[why], RETRY_S[why])
}
