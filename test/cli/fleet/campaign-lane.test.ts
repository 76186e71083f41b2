import assert from 'node:assert/strict'
import { campaignLane } from '../../../cli/fleet/campaign-lane.ts'
import { userAgentSuffix } from '../../../cli/options/run-settings.ts'
import { MachineChanged } from '../../../cli/probe/campaign-machine.ts'
import { slots } from '../../../crawler/survey/run/slots.ts'
import { campaignById, createCampaign } from '../../../db/campaign/campaigns.ts'
import { newCampaign } from '../../db/campaign/probing.ts'
import { onEveryDatabase } from '../../db/databases.ts'

/** As `jobs add campaign` stores them. */
const OPTIONS = {
  ...{ siteGapMs: 0, loadLimitMs: 60_000, busyLimit: 1, untilCi: null, capture: false },
  userAgentSuffix: userAgentSuffix({}),
}

onEveryDatabase(
  'a worker refuses a block of a campaign that was started with another TCP congestion control',
  async (database) => {
    await using db = await database.open()
    const loaded = { browserVersion: 'Chrome 156', congestionControl: 'of another machine' }
    const { id } = await createCampaign(db, newCampaign({ ...loaded, vantage: 'here', options: OPTIONS }))
    const before = await campaignById(db, id)
    const lane = campaignLane({
      db,
      options: {
        vantage: 'here',
        takes: ['campaign'],
        allowAddress: ['127.0.0.0/8'],
        ...{ resolver: ['127.0.0.1:9'], robots: true },
        ...{ reference: [], concurrency: 1, perAddress: 2, maxMemory: 1e9, cache: '.cache' },
        database: database.url,
      },
      siteSlots: slots(1),
      addressSlots: slots(2),
      say: () => {},
      warn: () => {},
    })
    const work = lane.work({
      id: '00000000-0000-0000-0000-000000000001',
      queue: 'campaign/here',
      data: { campaignId: id, round: 0, sites: [0] },
      attempt: 0,
      signal: new AbortController().signal,
      complete: () => assert.fail('the block was recorded'),
    })
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof MachineChanged, String(error))
      assert.match(
        error.message,
        /^campaign \d+ was started with [^\n]+ of another machine, and this machine has \w+$/,
      )
      return true
    })
    assert.deepEqual(await campaignById(db, id), before)
  },
)
