import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'

/** SAFETY DB-5: a log that grows beyond this is not being put into its database, since somebody reads all the time. */
const ALARM_BYTES = 64 * 2 ** 20
const EVERY_MS = 60_000

export interface WalWatchOptions {
  readonly db: Pick<Database, 'dialect' | 'name'>
  readonly log: Logger
  readonly signal: AbortSignal
  /** Default 64 MiB. */
  readonly alarmBytes?: number
  /** Milliseconds between two looks. Default a minute. */
  readonly everyMs?: number
}

/** Bytes of the write-ahead log of a SQLite database; null where there is none, or it is no SQLite database. */
export async function walBytes({ dialect, name }: WalWatchOptions['db']): Promise<number | null> {
  if (dialect !== 'sqlite') return null
  return await stat(`${name}-wal`).then(
    ({ size }) => size,
    () => null,
  )
}

/** Warns once each time that the write-ahead log becomes too large. Resolves when the signal stops it. */
export async function watchWal({
  db,
  log,
  signal,
  alarmBytes = ALARM_BYTES,
  everyMs = EVERY_MS,
}: WalWatchOptions): Promise<void> {
  let isTold = false
  while (!signal.aborted) {
    const bytes = await walBytes(db)
    const isLarge = bytes !== null && bytes > alarmBytes
    if (isLarge && !isTold)
      log.warn(
        { walBytes: bytes },
        'the write-ahead log of the database is large: something reads it without a pause',
      )
    isTold = isLarge
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {
      // Stopped: the loop looks.
    })
  }
}
