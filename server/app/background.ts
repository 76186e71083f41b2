import type { Logger } from 'pino'
import type { Database } from '../../db/connection/database.ts'
import type { ComparisonSource } from '../comparisons/comparison-source.ts'
import type { ComparisonThread } from '../comparisons/comparison-thread.ts'
import { refreshComparisons } from '../comparisons/refresh-comparisons.ts'
import { watchWal } from '../database/watch-wal.ts'
import { maintainField } from '../field/field-keeper.ts'

interface BackgroundOptions {
  /** Read-only. */
  readonly db: Database
  /** The server's only writer, when it is open; null where the database may only be read. */
  readonly writer: Promise<Database | null>
  readonly comparisons: ComparisonSource
  /** Another one than requests wait for. */
  readonly thread: ComparisonThread
  readonly log: Logger
  readonly now: () => string
  readonly clock: () => number
  readonly signal: AbortSignal
}

/** Does the server's work beside answering, until the signal stops it. Resolves when all of it has ended; never rejects. */
export async function runBackground(options: BackgroundOptions): Promise<void> {
  const { db, writer: opening, comparisons, thread, log, now, clock, signal } = options
  const refreshed = opening
    .then((writer) => refreshComparisons({ source: comparisons, thread, db, writer, log, now, signal }))
    .catch((error: unknown) => log.error({ err: error }, 'comparisons are not refreshed any more'))
  const maintained = opening
    .then((writer) => maintainField({ db, writer, now, clock, log, signal }))
    .catch((error: unknown) => log.error({ err: error }, 'the field is not kept in order any more'))
  const watched = opening.catch(() => null).then((writer) => watchWal({ db, writer, log, signal }))
  await Promise.all([refreshed, maintained, watched])
}
