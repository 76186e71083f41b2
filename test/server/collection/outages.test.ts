import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { Database } from '../../../db/connection/database.ts'
import { DatabaseError } from '../../../db/connection/database-error.ts'
import { collectionCounts } from '../../../server/collection/collection-counts.ts'
import { contributionRow } from '../../../server/collection/contribution-row.ts'
import {
  ContributionStore,
  type ContributionStoreOptions,
} from '../../../server/collection/contribution-store.ts'
import { Problem } from '../../../server/http/problem.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { openSandbox } from './collector.ts'
import { record, TODAY } from './records.ts'

interface Stored extends AsyncDisposable {
  readonly store: ContributionStore
  readonly db: Database
  /** Whether the disk is full. */
  full: boolean
  /** The statement of every transaction that fails, from 1; 0 for none. */
  failsAt: number
  /** Commits that were tried. */
  commits: number
  nowMs: number
  rows(): Promise<number>
}

/** A store over a real database whose disk is full when the test says so. */
async function storing(options: Partial<ContributionStoreOptions> = {}): Promise<Stored> {
  await using resources = new AsyncDisposableStack()
  const db = resources.use(await resources.use(await temporarySqlite()).open())
  await openSandbox(db)
  const state = { full: false, failsAt: 0, commits: 0, nowMs: 0 }
  const failing: Database = {
    ...db,
    async write(work, settings) {
      state.commits += 1
      return db.write(async (query) => {
        let asked = 0
        const result = await work((sql, bindings) => {
          asked += 1
          if (asked === state.failsAt) throw new DatabaseError('full', 'no space left')
          return query(sql, bindings)
        })
        if (state.full) throw new DatabaseError('full', 'no space left')
        return result
      }, settings)
    },
  }
  const store = new ContributionStore({
    writer: Promise.resolve(failing),
    clock: () => state.nowMs,
    today: () => TODAY,
    log: pino({ level: 'silent' }),
    counts: collectionCounts(new Registry(), () => TODAY),
    ...options,
  })
  await Promise.resolve()
  const owned = resources.move()
  return Object.assign(state, {
    ...{ store, db },
    rows: async () => Number((await db.query('SELECT count(*) AS n FROM contributions'))[0]?.n),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  })
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof Problem && error.status === 503 && (error.retryAfterS ?? 0) > 0

test('a database that fails is left alone for a second: all that waits and all that comes is reported to come later', async () => {
  await using at = await storing()
  at.full = true
  const sent = Array.from({ length: 120 }, () => contributionRow(record()))
  const settled = await Promise.allSettled(sent.map((one) => at.store.store(one)))
  assert.ok(settled.every((one) => one.status === 'rejected' && isUnavailable(one.reason)))
  assert.equal(at.commits, 1, 'the other groups were not tried')
  await assert.rejects(at.store.store(contributionRow(record())), isUnavailable)
  await assert.rejects(at.store.forget(['0'.repeat(64)]), isUnavailable)
  assert.equal(at.commits, 1)
  assert.equal(await at.rows(), 0)
  at.full = false
  at.nowMs += 1_001
  const again = await Promise.all(sent.map((one) => at.store.store(one)))
  assert.ok(again.every(({ outcome, repeated }) => outcome === 'counted' && !repeated))
  assert.equal(await at.rows(), 120)
})

test('whichever statement fails, nothing of the group is left, and the same records are taken later', async () => {
  await using at = await storing()
  const { cid } = record()
  const sent = [{ cid }, { cid }, {}].map((changes) => contributionRow(record(changes)))
  // Takes the keys, inserts rows, marks the second vote, notes the days of arrival; there is no key to look up.
  for (at.failsAt = 1; at.failsAt <= 4; at.failsAt += 1) {
    const settled = await Promise.allSettled(sent.map((one) => at.store.store(one)))
    assert.ok(
      settled.every((one) => one.status === 'rejected' && isUnavailable(one.reason)),
      `statement ${at.failsAt}`,
    )
    assert.equal(await at.rows(), 0)
    assert.deepEqual(await at.db.query('SELECT 1 FROM contribution_keys'), [])
    assert.deepEqual(await at.db.query('SELECT 1 FROM field_arrivals'), [])
    at.nowMs += 1_001
  }
  const stored = await Promise.all(sent.map((one) => at.store.store(one)))
  assert.deepEqual(
    stored.map(({ outcome }) => outcome),
    ['counted', 'already_counted', 'counted'],
  )
  assert.ok(stored.every(({ repeated }) => !repeated))
})

test('more records than may wait are turned away at once', async () => {
  await using at = await storing({ mostWaiting: 3 })
  const settled = await Promise.allSettled(
    Array.from({ length: 5 }, () => at.store.store(contributionRow(record()))),
  )
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  )
  assert.ok(settled[4]?.status === 'rejected' && isUnavailable(settled[4].reason))
})

test('a record that cannot be stored does not take its group with it', async () => {
  await using at = await storing()
  const good = contributionRow(record())
  const bad = contributionRow(record())
  const settled = await Promise.allSettled([
    at.store.store(good),
    at.store.store({ ...bad, row: { ...bad.row, site: 4_711 } }),
    at.store.store(contributionRow(record())),
  ])
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(await at.rows(), 2)
})

test('a server that may only read, or is still opening the database, says so', async () => {
  const opening = Promise.withResolvers<Database | null>()
  await using at = await storing({ writer: opening.promise })
  const why = (sentence: RegExp) => (error: unknown) =>
    isUnavailable(error) && sentence.test((error as Problem).message)
  await assert.rejects(at.store.store(contributionRow(record())), why(/just started/))
  opening.resolve(null)
  await opening.promise
  await assert.rejects(at.store.store(contributionRow(record())), why(/only shows/))
})

test('a deletion also takes what came before it and is not yet stored', async () => {
  await using at = await storing()
  const { cid } = record()
  const stored = at.store.store(contributionRow(record({ cid })))
  await at.store.forget([hash('sha256', cid)])
  assert.equal((await stored).outcome, 'counted')
  assert.equal(await at.rows(), 0)
})

test('records that come together are one commit, at most 50 of them', async () => {
  await using at = await storing()
  await Promise.all(Array.from({ length: 120 }, () => at.store.store(contributionRow(record()))))
  assert.equal(at.commits, 3)
})
