import pg from 'pg'
import { END_SILENT_SESSION, NOTICE_SILENT_SERVER } from '../../db/connection/silent-sessions.ts'

/**
 * Locks that all workers of a database see, and that the database itself lets go of when the worker's connection ends:
 * https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export interface LockSession extends AsyncDisposable {
  /** Whether the lock was free; it is held until it is released. A session takes the same lock once only. */
  take(space: LockSpace, key: string, slot: number): Promise<boolean>
  release(space: LockSpace, key: string, slot: number): Promise<void>
  /** Aborted when the connection fails or is gone, and every lock with it: before whoever waits for a lock hears of it. */
  readonly lost: AbortSignal
}

/** Numbers of what is locked. They are the first key of the lock, so that they must not change. */
const LOCK_SPACES = { address: 0x544c_0001, site: 0x544c_0002 } as const
export type LockSpace = keyof typeof LOCK_SPACES

interface LockSessionOptions {
  /** Time between two questions whether the database is still there, milliseconds. Default 5,000. */
  readonly askEveryMs?: number
  /** An answer that takes longer never comes, milliseconds. Default 15,000. */
  readonly answerMs?: number
}

/** Together less than the silence after which the database ends the session: we stop before others get its locks. */
const ASK_EVERY_MS = 5_000
const ANSWER_MS = 15_000
const CONNECT_MS = 10_000

/** Opens a connection that holds locks and does nothing else. */
export async function openLockSession(
  url: string,
  { askEveryMs = ASK_EVERY_MS, answerMs = ANSWER_MS }: LockSessionOptions = {},
): Promise<LockSession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'towline locks',
    ...NOTICE_SILENT_SERVER,
    connectionTimeoutMillis: CONNECT_MS,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort(new Error('the connection that holds the locks is gone')))
  client.on('end', () => lost.abort(new Error('the connection that holds the locks has ended')))
  await client.connect()
  let isClosed = false
  const end = (): Promise<void> =>
    client.end().catch(() => {
      // It is gone already.
    })
  const giveUp = (): void => {
    if (!isClosed) lost.abort(new Error(`the database has not answered for ${answerMs / 1_000} s`))
    void end()
  }
  const query = async (sql: string, values: readonly unknown[] = []): Promise<boolean> => {
    // None of our statements waits for anything in the database.
    using _limit = deadline(answerMs, giveUp)
    const { rows } = await client.query<{ done: boolean }>(sql, [...values]).catch((error: unknown) => {
      // The server says why it ends a connection before that ends: nobody is to take it for a fault of a site.
      if (!isClosed) lost.abort(error)
      throw error
    })
    return rows[0]?.done === true
  }
  let last: Promise<unknown> = Promise.resolve()
  // A connection runs one statement at a time.
  const run: typeof query = (...statement) => {
    const next = last.then(() => query(...statement))
    last = next.catch(() => {
      // The caller hears of it.
    })
    return next
  }
  // Two locks with the same hash are one lock: two sites then wait for each other without need, never the other way round.
  const lock = (call: string, space: LockSpace, key: string, slot: number): Promise<boolean> =>
    run(`SELECT ${call}($1, hashtext($2)) AS done`, [LOCK_SPACES[space], `${key}#${slot}`])
  try {
    using _limit = deadline(answerMs, giveUp)
    await client.query(END_SILENT_SESSION)
  } catch (error) {
    await end()
    throw error
  }
  // A server whose machine is lost, or a network that is cut, ends nothing: whoever asks nothing would never know.
  const asking = setInterval(() => {
    run('SELECT true AS done').catch(() => {
      // `lost` says so.
    })
  }, askEveryMs)
  return {
    take: (space, key, slot) => lock('pg_try_advisory_lock', space, key, slot),
    async release(space, key, slot) {
      // Every lock goes with the connection.
      if (isClosed || lost.signal.aborted) return
      await lock('pg_advisory_unlock', space, key, slot).catch((error: unknown) => {
        if (!isClosed && !lost.signal.aborted) throw error
      })
    },
    lost: lost.signal,
    async [Symbol.asyncDispose]() {
      isClosed = true
      clearInterval(asking)
      await end()
    },
  }
}

/** Calls `late` after so long, unless it is disposed of before. */
function deadline(afterMs: number, late: () => void): Disposable {
  let isOver = false
  const timer = setTimeout(() => {
    // A process that stood still for so long first reads what has come meanwhile.
    setImmediate(() => {
      if (!isOver) late()
    })
  }, afterMs)
  return {
    [Symbol.dispose]() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
