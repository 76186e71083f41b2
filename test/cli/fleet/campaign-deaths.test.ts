import assert from 'node:assert/strict'
import { campaignLane } from '../../../cli/fleet/campaign-lane.ts'
import { slots } from '../../../crawler/survey/run/slots.ts'
import { campaignSites } from '../../../db/campaign/campaign-sites.ts'
import { campaignById, createCampaign } from '../../../db/campaign/campaigns.ts'
import { sampleTallies } from '../../../db/campaign/sample-tallies.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { expectDeath } from '../../../db/fleet/site-deaths.ts'
import { newCampaign, newSite } from '../../db/campaign/probing.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { temporaryFolder } from '../towline.ts'

const ARMS = ['h1', 'h3'] as const
const ROUNDS = 2

onOwnPostgres(
  'a site at which workers of this user died again and again is given up in their blocks alone',
  async ({ url }) => {
    await using folder = await temporaryFolder()
    await using db = await openDatabase({ url })
    const { id } = await createCampaign(
      db,
      newCampaign({
        arms: ARMS,
        vantage: 'here',
        rounds: ROUNDS,
        sites: [newSite('a.test', { arms: { applied: ARMS, leftOut: {} } })],
        options: {
          ...{ siteGapMs: 0, loadLimitMs: 60_000, busyLimit: 1, untilCi: null, capture: false },
          userAgentSuffix: ' towline/0.1.0 (+https://example.test)',
        },
      }),
    )
    const warnings: string[] = []
    let done = 0
    // No browser is there to be started: this site is all that there is.
    const lane = campaignLane({
      db,
      options: {
        vantage: 'here',
        reference: [],
        takes: ['campaign'],
        concurrency: 1,
        perAddress: 2,
        ...{ resolver: ['127.0.0.1:9'], robots: true, contact: 'https://example.test' },
        allowAddress: ['127.0.0.0/8'],
        maxMemory: 1e9,
        cache: folder.path,
        database: url,
      },
      siteSlots: slots(1),
      addressSlots: slots(2),
      say: () => {},
      warn: (line) => void warnings.push(line),
    })
    const work = (round: number) =>
      lane.work({
        id: '00000000-0000-0000-0000-000000000001',
        queue: lane.queue,
        data: { campaignId: id, round, sites: [0] },
        attempt: 0,
        signal: new AbortController().signal,
        async complete() {
          done += 1
        },
      })
    for (let died = 0; died < 2; died += 1) await expectDeath(db, { kind: 'campaign', runId: id, site: 0 })
    const found = async () => {
      const [site] = await campaignSites(db, id)
      const tallies = await sampleTallies(db, id)
      return {
        ...{ done, site: site?.state, origins: site?.forcedOrigins },
        campaign: (await campaignById(db, id))?.state,
        failed: tallies.map(({ arm, reason, samples }) => [arm, reason, samples]),
      }
    }
    const failed = (samples: number) => ARMS.map((arm) => [arm, 'poison', samples])
    await work(0)
    // The other round is for whoever takes it, who also finds out its origins.
    assert.deepEqual(await found(), {
      ...{ done: 1, site: 'pending', origins: null, campaign: 'stopped', failed: failed(1) },
    })
    await work(1)
    assert.deepEqual(await found(), {
      ...{ done: 2, site: 'done', origins: null, campaign: 'finished', failed: failed(2) },
    })
    assert.equal(warnings.length, 2, warnings.join('\n'))
  },
)
