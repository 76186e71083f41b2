import assert from 'node:assert/strict'
import pg from 'pg'
import { type LockSession, openLockSession } from '../../fleet/polite/lock-session.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { tcpFront } from '../db/tcp-front.ts'
import { until } from '../servers/until.ts'

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

/** Above what a busy machine takes to answer. */
const ANSWER_MS = 2_000
const NEVER_MS = 3_600_000

/** Resolves when the session is lost. */
const isLost = ({ lost }: LockSession): Promise<void> => until('the session is lost', () => lost.aborted)

onOwnPostgres('a session whose network is cut is lost, also where nobody asks anything', async ({ url }) => {
  await using front = await tcpFront(url)
  await using session = await openLockSession(front.url, { askEveryMs: 50, answerMs: ANSWER_MS })
  assert.equal(await session.take('site', 'a.test', 0), true)
  front.cut()
  await isLost(session)
  assert.match(String(session.lost.reason), /the database has not answered for 2 s$/)
  await assert.rejects(session.take('site', 'b.test', 0))
  await session.release('site', 'a.test', 0)
})

onOwnPostgres('who waits for a lock when the network is cut hears of it', async ({ url }) => {
  await using front = await tcpFront(url)
  await using session = await openLockSession(front.url, { askEveryMs: NEVER_MS, answerMs: ANSWER_MS })
  front.cut()
  await assert.rejects(session.take('site', 'a.test', 0))
  assert.equal(session.lost.aborted, true)
})

onOwnPostgres('a process that stood still hears the answer that came meanwhile', async ({ url }) => {
  await using session = await openLockSession(url, { askEveryMs: NEVER_MS, answerMs: ANSWER_MS })
  const taking = session.take('site', 'a.test', 0)
  // It is sent, and nothing is read yet.
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => process.nextTick(resolve))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * ANSWER_MS)
  assert.equal(await taking, true)
  assert.equal(session.lost.aborted, false)
})
