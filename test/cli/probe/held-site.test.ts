import assert from 'node:assert/strict'
import { once } from 'node:events'
import { takeSamples } from '../../../cli/probe/probe-campaign.ts'
import { campaignById, createCampaign } from '../../../db/campaign/campaigns.ts'
import { countedAddresses } from '../../../fleet/polite/counted-addresses.ts'
import { OPERATIONS } from '../../../model/operation.ts'
import { newCampaign } from '../../db/campaign/probing.ts'
import { onEveryDatabase } from '../../db/databases.ts'
import { serveDns } from '../../servers/dns.ts'

/** Of a look-up, milliseconds. */
const LIMIT_MS = 4_000

const ADDRESSES = { A: '127.0.0.1', AAAA: '::1' } as const

onEveryDatabase(
  'a site that was waited for longer than a look-up may take is looked up all the same',
  async (database) => {
    await using db = await database.open()
    await using resolver = await serveDns(({ name, type }) =>
      type === 'A' || type === 'AAAA' ? { answers: [{ type, name, ttl: 60, data: ADDRESSES[type] }] } : {},
    )
    const { id } = await createCampaign(db, newCampaign())
    const campaign = (await campaignById(db, id)) ?? assert.fail()
    const enough = new Error('its addresses are known')
    const warnings: string[] = []
    const found: (readonly string[])[] = []
    const options = {
      ...{ arms: [...campaign.arms], rounds: campaign.rounds, pause: 0, siteGap: 0, coldBrowser: false },
      ...{ loadTimeout: 60_000, maxMemory: 1e9, busyLimit: 1, capture: false, filmstrip: false },
      ...{ allowAddress: ['127.0.0.0/8', '::1/128'], cache: '.cache', resolver: [resolver.address] },
      ...{ robots: true, userAgent: 'towline', operations: [...OPERATIONS], timeout: LIMIT_MS },
    }
    const taken = takeSamples(db, campaign, options, {
      async holdSite({ url }, context) {
        // Of a look-up that began as late as this one, the limit is over.
        await once(AbortSignal.timeout(LIMIT_MS + 100), 'abort')
        found.push(await countedAddresses(new URL(url).hostname, context(), (line) => warnings.push(line)))
        throw enough
      },
      clock: () => performance.now(),
      onSample: () => assert.fail('nothing was loaded'),
      warn: (line) => warnings.push(line),
      signal: new AbortController().signal,
      killSignal: new AbortController().signal,
    })
    await assert.rejects(taken, enough)
    assert.deepEqual([found, warnings], [[Object.values(ADDRESSES)], []])
  },
)
