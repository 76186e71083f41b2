import assert from 'node:assert/strict'
import { finishedVisit, saveVisits } from '../../../../crawler/survey/run/finished-visit.ts'
import type { Database } from '../../../../db/connection/database.ts'
import { claimSlice, cutSlices } from '../../../../db/survey/survey-slices.ts'
import { factsOf, surveyOf } from '../../../db/campaign/samples.ts'
import { onEveryDatabase } from '../../../db/databases.ts'

onEveryDatabase('a visit that could not be written is recorded as it is, or not at all', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 1)
  const [slice] = await cutSlices(db.query, surveyId, 1)
  assert.ok(slice !== undefined)
  const [rank = 0] = slice.ranks
  const lease = { surveyId, owner: 'me' }
  await claimSlice(db, slice, { ...lease, leaseMs: 60_000, kin: 'me' })
  const times = {
    ...{ surveyId, rank, visitedAt: '2026-11-23T06:00:00.000Z', durationMs: 1_000 },
    ...{ block: null, h3Void: false },
  }
  const visit = finishedVisit(times, { rows: [], facts: factsOf(rank) })
  let failures = 2
  const failing: Database = {
    ...db,
    write: (work, options) =>
      failures-- > 0
        ? Promise.reject(new Error('the connection was lost in words that nobody knows'))
        : db.write(work, options),
  }
  await assert.rejects(saveVisits(failing, lease, [visit]), /nobody knows/)
  const state = async () => (await db.query('SELECT state, reachable FROM survey_sites'))[0]
  assert.equal((await state())?.state, 'pending')
  assert.deepEqual(await saveVisits(db, lease, [visit]), new Set([rank]))
  assert.equal(Boolean((await state())?.reachable), true)
})
