import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordMaintenance } from '../../../db/field/field-runs.ts'
import { clockDoubt, driftSince } from '../../../server/database/clock-doubt.ts'
import { temporarySqlite } from '../../db/databases.ts'

test('the drift is how far the wall clock has left the monotonic one', () => {
  let [now, clock] = ['2026-11-20T00:00:00Z', 5_000]
  const driftMs = driftSince({ now: () => now, clock: () => clock })
  ;[now, clock] = ['2026-11-20T00:01:00Z', 65_000]
  assert.equal(driftMs(), 0)
  now = '2026-11-20T00:02:00Z'
  assert.equal(driftMs(), 60_000)
})

test('a clock is believed within a day of drift and 35 days of the newest day known', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  assert.equal(await clockDoubt(db, '2030-01-01', 0), null, 'nothing is known yet')
  await recordMaintenance(db, '2026-11-01')
  const doubts = (day: string, driftMs: number) =>
    clockDoubt(db, day, driftMs).then((doubt) => doubt !== null)
  const day = 86_400_000
  assert.deepEqual(
    await Promise.all([
      doubts('2026-12-06', 0),
      doubts('2026-12-07', 0),
      doubts('2026-10-01', 0),
      doubts('2026-11-02', day),
      doubts('2026-11-02', -day - 1),
    ]),
    [false, true, false, false, true],
  )
})
