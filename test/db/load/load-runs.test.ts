import assert from 'node:assert/strict'
import type { Database } from '../../../db/connection/database.ts'
import { acquireLoadRun, type LoadLease, LoadRunLost, leaveLoadRun } from '../../../db/load/load-leases.ts'
import {
  createLoadRun,
  listLoadRuns,
  loadRunById,
  type NewLoadRun,
  unfinishedLoadRun,
} from '../../../db/load/load-runs.ts'
import { recordSecond, secondsOf } from '../../../db/load/load-seconds.ts'
import { addLoadFacts, beginLoad, endLoad, loadsOf } from '../../../db/load/loads.ts'
import type { LoadEnd, MeasuredSecond } from '../../../model/load-second.ts'
import { seconds } from '../../stats/load/seconds.ts'
import { withEveryDatabase } from '../databases.ts'

const RUN: NewLoadRun = {
  createdAt: '2026-11-23T00:00:00.000Z',
  name: 'neotys',
  plan: { page: 'neotys', ramp: { users: 1_000 } },
  seed: 2 ** 32 - 1,
  toolVersion: '0.1.0',
  versions: { node: 'v26.0.0' },
  loads: [
    { repetition: 0, server: 'towline', arm: 'h1' },
    { repetition: 0, server: 'towline', arm: 'http' },
  ],
}

const LEASE_MS = 3_600_000
const STARTED = '2026-11-23T00:00:01.000Z'
const alive = (): boolean => false
const dead = (): boolean => true

const [FIRST, ...OTHERS] = seconds(3, (second) => ({
  load: {
    users: second,
    errors: { tcp_refused: 2 },
    pageTimesUs: [[1_230, 4]],
    p95Ms: 1.23,
    sessionsResumed: null,
    rssBytes: null,
  },
  ...(second === 2 ? { server: null, client: null } : {}),
})) as [MeasuredSecond, ...MeasuredSecond[]]

const { atMs, users, cpuMs, ...COUNTS } = FIRST.load
const END: LoadEnd = { ...COUNTS, atMs, users, cpuMs, why: 'duration', pagesCut: 1 }

/** A run that is held. */
async function heldRun(db: Database, owner = 'me'): Promise<LoadLease> {
  const lease = { loadRunId: await createLoadRun(db, RUN), owner, leaseMs: LEASE_MS }
  assert.equal(await acquireLoadRun(db, lease, alive), true)
  return lease
}

const begin = (db: Database, lease: LoadLease, load: number): Promise<void> =>
  beginLoad(db, lease, { load, startedAt: STARTED, facts: { cores: null } })

const statesOf = async (db: Database, { loadRunId }: LoadLease): Promise<[string, number][]> =>
  (await loadsOf(db, loadRunId)).map(({ state, attempts }) => [state, attempts])

withEveryDatabase('a load run comes back as it was made, its loads pending and in order', async (db) => {
  const id = await createLoadRun(db, RUN)
  const { loads, ...rest } = RUN
  assert.deepEqual(await loadRunById(db, id), { ...rest, id, state: 'stopped', finishedAt: null })
  assert.equal(await loadRunById(db, id + 1), null)
  assert.deepEqual(
    await loadsOf(db, id),
    loads.map((load, number) => ({
      ...{ ...load, loadRunId: id, load: number, state: 'pending', attempts: 0 },
      ...{ startedAt: null, facts: null, end: null },
    })),
  )
  assert.deepEqual(
    (await listLoadRuns(db)).map((run) => run.id),
    [id],
  )
})

withEveryDatabase('seconds come back as they were recorded, with what is unknown', async (db) => {
  const lease = await heldRun(db)
  await begin(db, lease, 1)
  const all = [FIRST, ...OTHERS]
  for (const [second, measured] of all.entries()) await recordSecond(db, lease, { load: 1, second }, measured)
  assert.deepEqual(await secondsOf(db, lease.loadRunId, 1), all)
  assert.deepEqual(await secondsOf(db, lease.loadRunId, 0), [])
})

withEveryDatabase('a run is finished when all of its loads are done, and then stays so', async (db) => {
  const lease = await heldRun(db)
  await begin(db, lease, 0)
  await endLoad(db, lease, 0, END)
  assert.equal(await leaveLoadRun(db, lease, STARTED), 'stopped')
  assert.equal((await unfinishedLoadRun(db, RUN))?.id, lease.loadRunId)
  assert.equal(await unfinishedLoadRun(db, { ...RUN, plan: { page: 'neotys' } }), null)
  assert.equal(await acquireLoadRun(db, lease, alive), true)
  await begin(db, lease, 1)
  await endLoad(db, lease, 1, END)
  assert.equal(await leaveLoadRun(db, lease, STARTED), 'finished')
  assert.deepEqual((await loadsOf(db, lease.loadRunId))[1]?.end, END)
  const { state, finishedAt } = (await loadRunById(db, lease.loadRunId)) ?? {}
  assert.deepEqual([state, finishedAt], ['finished', STARTED])
  assert.equal(await unfinishedLoadRun(db, RUN), null)
  assert.equal(await acquireLoadRun(db, lease, dead), false)
})

withEveryDatabase(
  'a load that was cut off is pending again without its seconds; one that was done stays',
  async (db) => {
    const lease = await heldRun(db)
    await begin(db, lease, 0)
    await recordSecond(db, lease, { load: 0, second: 0 }, FIRST)
    await endLoad(db, lease, 0, END)
    await begin(db, lease, 1)
    await recordSecond(db, lease, { load: 1, second: 0 }, FIRST)
    // As after kill -9: nobody has left the run, and its holder is dead.
    const next = { ...lease, owner: 'next' }
    assert.equal(await acquireLoadRun(db, next, dead), true)
    assert.deepEqual(await statesOf(db, lease), [
      ['done', 1],
      ['pending', 1],
    ])
    assert.equal((await secondsOf(db, lease.loadRunId, 0)).length, 1)
    assert.deepEqual(await secondsOf(db, lease.loadRunId, 1), [])
    await begin(db, next, 1)
    await recordSecond(db, next, { load: 1, second: 0 }, FIRST)
    assert.equal(await leaveLoadRun(db, next, STARTED), 'stopped')
    assert.deepEqual(await statesOf(db, lease), [
      ['done', 1],
      ['pending', 2],
    ])
    assert.deepEqual(await secondsOf(db, lease.loadRunId, 1), [])
  },
)

withEveryDatabase(
  'a run is held by one process: another gets it when that is dead, and the first loses it',
  async (db) => {
    const lease = await heldRun(db)
    const other = { ...lease, owner: 'other' }
    assert.equal(await acquireLoadRun(db, other, alive), false)
    await begin(db, lease, 0)
    assert.equal(await acquireLoadRun(db, other, dead), true)
    await assert.rejects(recordSecond(db, lease, { load: 0, second: 0 }, FIRST), LoadRunLost)
    await assert.rejects(endLoad(db, lease, 0, END), LoadRunLost)
    await assert.rejects(leaveLoadRun(db, lease, STARTED), LoadRunLost)
    assert.deepEqual(await secondsOf(db, lease.loadRunId, 0), [])
  },
)

withEveryDatabase('a load is begun once and ended once, and no second is recorded twice', async (db) => {
  const lease = await heldRun(db)
  await assert.rejects(endLoad(db, lease, 0, END), RangeError)
  await begin(db, lease, 0)
  await assert.rejects(begin(db, lease, 0), RangeError)
  await addLoadFacts(db, lease, { load: 0, facts: { congestionControl: 'cubic' } })
  const [load] = await loadsOf(db, lease.loadRunId)
  assert.deepEqual(load?.facts, { cores: null, congestionControl: 'cubic' })
  await recordSecond(db, lease, { load: 0, second: 0 }, FIRST)
  await assert.rejects(recordSecond(db, lease, { load: 0, second: 0 }, FIRST), /constraint|unique/i)
  await endLoad(db, lease, 0, END)
  await assert.rejects(endLoad(db, lease, 0, END), RangeError)
  await assert.rejects(addLoadFacts(db, lease, { load: 0, facts: {} }), RangeError)
})
