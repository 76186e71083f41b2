import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../db/connection/database.ts'

/** safety.md DB-5: a log that grows beyond this is not being put into its database, since somebody reads all the time. */
const ALARM_BYTES = 64 * 2 ** 20
const EVERY_MS = 60_000

interface WalWatchOptions {
  readonly db: Pick<Database, 'dialect' | 'name'>
  /** Empties a log that is too large; null where the database may only be read. Default null. */
  readonly writer?: Pick<Database, 'query'> | null
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

/**
 * Warns once each time that the write-ahead log becomes too large, and empties it as soon as nobody reads it any more: by
 * itself SQLite would do so at the next write, which may be days away. Resolves when the signal stops it.
 */
export async function watchWal(options: WalWatchOptions): Promise<void> {
  const { db, writer = null, log, signal, alarmBytes = ALARM_BYTES, everyMs = EVERY_MS } = options
  let isWarned = false
  while (!signal.aborted) {
    const bytes = await walBytes(db)
    const isLarge = bytes !== null && bytes > alarmBytes
    if (isLarge && !isWarned)
      log.warn(
        { walBytes: bytes },
        'the write-ahead log of the database is large: something reads it without a pause',
      )
    isWarned = isLarge
    if (isLarge && writer !== null && (await emptied(writer, log))) {
      isWarned = false
      log.warn({ walBytes: await walBytes(db) }, 'the write-ahead log of the database is emptied')
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {
      // Stopped: the loop looks.
    })
  }
}

/** False while a reader holds a part of the log. */
async function emptied(writer: Pick<Database, 'query'>, log: Logger): Promise<boolean> {
  try {
    // Waits for nobody, while TRUNCATE waits for readers for the busy timeout, and writers wait behind it.
    const [copied] = await writer.query('PRAGMA wal_checkpoint(PASSIVE)')
    if (copied === undefined || copied.log !== copied.checkpointed) return false
    const [truncated] = await writer.query('PRAGMA wal_checkpoint(TRUNCATE)')
    return truncated?.busy === 0
  } catch (error) {
    log.error({ err: error }, 'the write-ahead log of the database cannot be emptied')
    return false
  }
}
