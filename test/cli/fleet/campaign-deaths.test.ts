import assert from 'node:assert/strict'
import { campaignLane } from '../../../cli/fleet/campaign-lane.ts'
import { slots } from '../../../crawler/survey/run/slots.ts'
import { campaignSites } from '../../../db/campaign/campaign-sites.ts'
import { campaignById, createCampaign } from '../../../db/campaign/campaigns.ts'
import { sampleTallies } from '../../../db/campaign/sample-tallies.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { newCampaign, newSite } from '../../db/campaign/probing.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { temporaryFolder } from '../towline.ts'

const ARMS = ['h1', 'h3'] as const
const ROUNDS = 2

onOwnPostgres(
  'a site at which workers of its block died again and again is loaded in no round, and the campaign ends',
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
    let isDone = false
    // No browser is there to be started: this site is all that there is.
    const lane = campaignLane({
      db,
      queue: { schema: 'towline_jobs' },
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
    await lane.work({
      id: '00000000-0000-0000-0000-000000000001',
      queue: lane.queue,
      data: { campaignId: id, round: 0, sites: [0], deaths: { 0: 2 } },
      attempt: 4,
      signal: new AbortController().signal,
      async complete() {
        isDone = true
      },
    })
    const [site] = await campaignSites(db, id)
    assert.deepEqual([isDone, site?.state, (await campaignById(db, id))?.state], [true, 'poison', 'finished'])
    assert.match(String(site?.stateDetail), /^workers ended again and again/)
    assert.deepEqual(
      (await sampleTallies(db, id)).map(({ arm, reason, samples }) => [arm, reason, samples]),
      ARMS.map((arm) => [arm, 'poison', ROUNDS]),
    )
    assert.equal(warnings.length, 1, warnings.join('\n'))
  },
)
