import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CampaignHeld } from '../../../crawler/probe/campaign/held-campaign.ts'
import { runOwner } from '../../../crawler/process/run-owner.ts'
import { acquireCampaign, leaveCampaign } from '../../../db/campaign/campaign-leases.ts'
import { campaignById, createCampaign } from '../../../db/campaign/campaigns.ts'
import { waitingRepeats } from '../../../db/campaign/repeat-rounds.ts'
import { claimNextSample } from '../../../db/campaign/sample-claims.ts'
import type { SampleResult } from '../../../db/campaign/samples.ts'
import type { Database } from '../../../db/connection/database.ts'
import { CellCampaigns } from '../../../lab/run/cell-campaigns.ts'
import { heldCampaign, newCampaign, record, VALID } from '../../db/campaign/probing.ts'
import { onEveryDatabase } from '../../db/databases.ts'

const CELL = 3

async function campaignOfCell(db: Database): Promise<number> {
  return (await createCampaign(db, newCampaign())).id
}
const entered = (db: Database, owner: string): CellCampaigns =>
  new CellCampaigns({ db, owner, wallClock: () => 0 })
const stateOf = async (db: Database, id: number) => (await campaignById(db, id))?.state

onEveryDatabase('lanes at one cell share its campaign until the last has left it', async (database) => {
  await using db = await database.open()
  using campaigns = entered(db, 'us')
  let made = 0
  const make = async (): Promise<number> => {
    made += 1
    return campaignOfCell(db)
  }
  const [first, second] = await Promise.all([campaigns.enter(CELL, make), campaigns.enter(CELL, make)])
  assert.equal(made, 1)
  assert.equal(first.campaignId, second.campaignId)
  const { campaignId } = first
  const other = { campaignId, owner: 'others', leaseMs: 60_000 }
  assert.equal(await campaigns.leave(CELL), null)
  assert.equal(await acquireCampaign(db, other, () => false), false)
  assert.equal(await campaigns.leave(CELL), 'stopped')
  assert.equal(await stateOf(db, campaignId), 'stopped')
  assert.equal(await acquireCampaign(db, other, () => false), true)
})

onEveryDatabase('a lane that comes while the last one leaves takes the campaign anew', async (database) => {
  await using db = await database.open()
  using campaigns = entered(db, 'us')
  const id = await campaignOfCell(db)
  const find = async (): Promise<number> => id
  await campaigns.enter(CELL, find)
  const [left, { lost }] = await Promise.all([campaigns.leave(CELL), campaigns.enter(CELL, find)])
  assert.equal(left, 'stopped')
  assert.equal(lost.aborted, false)
  assert.equal(await stateOf(db, id), 'running')
  assert.equal(await campaigns.leave(CELL), 'stopped')
})

onEveryDatabase(
  'a campaign that a living run holds is refused, and one that is finished is not taken',
  async (database) => {
    await using db = await database.open()
    using campaigns = entered(db, 'us')
    const id = await campaignOfCell(db)
    using others = runOwner()
    await acquireCampaign(db, { campaignId: id, owner: others.name, leaseMs: 60_000 }, () => false)
    const find = async (): Promise<number> => id
    await assert.rejects(campaigns.enter(CELL, find), CampaignHeld)
    await db.query(
      "UPDATE campaigns SET state = 'finished', finished_at = ?, claimed_by = NULL, lease_until = NULL WHERE id = ?",
      ['2026-01-01T00:00:00.000Z', id],
    )
    assert.equal((await campaigns.enter(CELL, find)).isFinished, true)
    assert.equal(await campaigns.leave(CELL), 'finished')
  },
)

test('a cell that no lane is at cannot be left', async () => {
  using campaigns = entered(undefined as unknown as Database, 'us')
  await assert.rejects(campaigns.leave(CELL), /no lane is at cell 3/)
})

onEveryDatabase(
  'rounds that an earlier run could not have for a busy machine are scheduled again once by the next',
  async (database) => {
    await using db = await database.open()
    const lease = await heldCampaign(db, {}, 'earlier')
    const result: SampleResult = {
      ...VALID,
      verdict: { state: 'invalid', reason: 'machine_busy', detail: null },
    }
    const spoilAll = async (owner: string): Promise<void> => {
      const mine = { ...lease, owner }
      for (;;) {
        const { sample } = await claimNextSample(db, mine)
        if (sample === null) return
        await record(db, mine, { sample, result })
      }
    }
    await spoilAll('earlier')
    assert.equal(await leaveCampaign(db, lease, '2026-11-21T01:00:00.000Z'), 'machine_busy')
    using campaigns = entered(db, 'us')
    const enter = () => campaigns.enter(CELL, async () => lease.campaignId)
    await enter()
    assert.equal(await waitingRepeats(db, lease.campaignId), 8)
    await spoilAll('us')
    assert.equal(await campaigns.leave(CELL), 'machine_busy')
    await enter()
    assert.equal(await waitingRepeats(db, lease.campaignId), 0, 'a later visit of the same run does not')
  },
)
