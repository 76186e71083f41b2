import assert from 'node:assert/strict'
import {
  acquireCampaign,
  CampaignLost,
  leaveCampaign,
  renewCampaign,
} from '../../../db/campaign/campaign-leases.ts'
import { campaignById, createCampaign } from '../../../db/campaign/campaigns.ts'
import { claimNextSample } from '../../../db/campaign/sample-claims.ts'
import { withEveryDatabase } from '../databases.ts'
import { heldCampaign, newCampaign, record } from './probing.ts'

const NOBODY_DEAD = (): boolean => false

withEveryDatabase('a campaign has one owner at a time, and runs while it has one', async (db, database) => {
  await using other = await database.open()
  const { id: campaignId } = await createCampaign(db, newCampaign())
  const taken = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      acquireCampaign(i % 2 === 0 ? db : other, { campaignId, owner: `${i}`, leaseMs: 60_000 }, NOBODY_DEAD),
    ),
  )
  assert.equal(taken.filter((mine) => mine).length, 1)
  const campaign = await campaignById(db, campaignId)
  assert.equal(campaign?.state, 'running')
  assert.equal(campaign?.owner, String(taken.indexOf(true)))
})

withEveryDatabase('a campaign whose owner is dead or whose lease has run out can be taken', async (db) => {
  const lease = await heldCampaign(db, {}, 'first')
  const { campaignId } = lease
  const dead = (owner: string): boolean => owner === 'first'
  assert.equal(await acquireCampaign(db, { ...lease, owner: 'second', leaseMs: 0 }, NOBODY_DEAD), false)
  assert.equal(await acquireCampaign(db, { ...lease, owner: 'second', leaseMs: -1 }, dead), true)
  assert.equal(await acquireCampaign(db, { ...lease, owner: 'third', leaseMs: 60_000 }, NOBODY_DEAD), true)
  assert.equal(await acquireCampaign(db, { ...lease, owner: 'third', leaseMs: 60_000 }, NOBODY_DEAD), true)
  for (const owner of ['first', 'second']) {
    const lost = { campaignId, owner }
    await assert.rejects(renewCampaign(db, { ...lost, leaseMs: 60_000 }), CampaignLost)
    await assert.rejects(claimNextSample(db, lost), CampaignLost)
    await assert.rejects(leaveCampaign(db, lost, '2026-11-21T00:00:00.000Z'), CampaignLost)
  }
})

withEveryDatabase('a lease that is renewed is not taken', async (db) => {
  const lease = await heldCampaign(db)
  await renewCampaign(db, { ...lease, leaseMs: -1 })
  await renewCampaign(db, { ...lease, leaseMs: 60_000 })
  assert.equal(await acquireCampaign(db, { ...lease, owner: 'you', leaseMs: 1 }, NOBODY_DEAD), false)
})

withEveryDatabase(
  'a campaign that is left is stopped while samples are pending, and then finished for good',
  async (db) => {
    const lease = await heldCampaign(db)
    assert.equal(await leaveCampaign(db, lease, '2026-11-21T01:00:00.000Z'), 'stopped')
    const stopped = await campaignById(db, lease.campaignId)
    assert.deepEqual([stopped?.state, stopped?.owner, stopped?.finishedAt], ['stopped', null, null])
    assert.ok(await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, NOBODY_DEAD))
    for (let n = 0; n < 8; n += 1) await record(db, lease)
    assert.equal(await leaveCampaign(db, lease, '2026-11-21T02:00:00.000Z'), 'finished')
    const finished = await campaignById(db, lease.campaignId)
    assert.deepEqual([finished?.state, finished?.finishedAt], ['finished', '2026-11-21T02:00:00.000Z'])
    assert.equal(await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, NOBODY_DEAD), false)
  },
)
