import pg from 'pg'

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

/** What is locked. The numbers are the first key of the lock, so that they must not change. */
export const LOCK_SPACES = { address: 0x544c_0001, site: 0x544c_0002 } as const
export type LockSpace = keyof typeof LOCK_SPACES

/** Opens a connection that holds locks and does nothing else. */
export async function openLockSession(url: string): Promise<LockSession> {
  const client = new pg.Client({ connectionString: url, application_name: 'towline locks', keepAlive: true })
  const lost = new AbortController()
  client.on('error', () => lost.abort(new Error('the connection that holds the locks is gone')))
  client.on('end', () => lost.abort(new Error('the connection that holds the locks has ended')))
  await client.connect()
  let isClosed = false
  // Two locks with the same hash are one lock: two sites then wait for each other without need, never the other way round.
  const query = async (call: string, space: LockSpace, key: string, slot: number): Promise<boolean> => {
    const { rows } = await client
      .query<{ done: boolean }>(`SELECT ${call}($1, hashtext($2)) AS done`, [
        LOCK_SPACES[space],
        `${key}#${slot}`,
      ])
      .catch((error: unknown) => {
        // The server says why it ends a connection before that ends: nobody is to take it for a fault of a site.
        if (!isClosed) lost.abort(error)
        throw error
      })
    return rows[0]?.done === true
  }
  let last: Promise<unknown> = Promise.resolve()
  // A connection runs one statement at a time.
  const run: typeof query = (...call) => {
    const next = last.then(() => query(...call))
    last = next.catch(() => {
      // Whoever asked hears of it.
    })
    return next
  }
  return {
    take: (space, key, slot) => run('pg_try_advisory_lock', space, key, slot),
    async release(space, key, slot) {
      // With the connection every lock goes.
      if (isClosed || lost.signal.aborted) return
      await run('pg_advisory_unlock', space, key, slot).catch((error: unknown) => {
        if (!isClosed && !lost.signal.aborted) throw error
      })
    },
    lost: lost.signal,
    async [Symbol.asyncDispose]() {
      isClosed = true
      await client.end().catch(() => {
        // It is gone already.
      })
    },
  }
}
