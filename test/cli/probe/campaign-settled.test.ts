import assert from 'node:assert/strict'
import { isSettled } from '../../../cli/probe/campaign-settled.ts'
import { campaignSites } from '../../../db/campaign/campaign-sites.ts'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import { claimed, heldCampaign, newSite, record } from '../../db/campaign/probing.ts'
import { onEveryDatabase } from '../../db/databases.ts'

const ROUNDS = 40

onEveryDatabase(
  'a site is settled when every gain is known within its share, and not before the tenth round',
  async (database) => {
    await using db = await database.open()
    const options = { untilCi: 0.1 }
    const lease = await heldCampaign(db, { sites: [newSite('a.test')], rounds: ROUNDS, options })
    const campaign = (await campaignById(db, lease.campaignId)) ?? assert.fail()
    const [site = assert.fail()] = await campaignSites(db, lease.campaignId)
    const takeRounds = async (count: number): Promise<void> => {
      for (let taken = 0; taken < 2 * count; taken += 1) {
        const sample = await claimed(db, lease)
        // Twice as fast, give or take a percent.
        const value = (sample.arm === 'h1' ? 200 : 100) * (1 + 0.01 * Math.sin(7 * sample.id))
        await record(db, lease, { sample, metrics: [{ name: 'plt_ms', value, note: null }] })
      }
    }
    await takeRounds(9)
    assert.equal(await isSettled(db, campaign, 0.1, site), false)
    await takeRounds(1)
    assert.equal(await isSettled(db, campaign, 0.1, site), true)
    assert.equal(await isSettled(db, campaign, 0.0001, site), false)
    assert.equal(await isSettled(db, campaign, null, site), false)
  },
)
