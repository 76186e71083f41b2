import assert from 'node:assert/strict'
import pg from 'pg'
import { openLockSession } from '../../fleet/polite/lock-session.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'

/** The end of a connection meets a question that is under way in most tries, not in each. */
const TRIES = 10

onOwnPostgres('a session is lost before whoever waits for a lock hears of it', async ({ url }) => {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await using session = await openLockSession(url)
      let isLostWhenHeard = false
      const taking = (async () => {
        for (let slot = 0; ; slot += 1) await session.take('address', '192.0.2.1', slot)
      })().catch((error: unknown) => {
        isLostWhenHeard = session.lost.aborted
        throw error
      })
      await Promise.all([
        assert.rejects(taking),
        admin.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'towline locks'",
        ),
      ])
      assert.equal(isLostWhenHeard, true)
    }
  } finally {
    await admin.end()
  }
})
