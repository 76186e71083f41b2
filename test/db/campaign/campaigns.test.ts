import assert from 'node:assert/strict'
import { campaignSite, campaignSites } from '../../../db/campaign/campaign-sites.ts'
import {
  campaignById,
  createCampaign,
  describeCampaign,
  findResumableCampaign,
  latestCampaign,
  listCampaigns,
} from '../../../db/campaign/campaigns.ts'
import { readSamples, sampleCounts } from '../../../db/campaign/samples.ts'
import { withEveryDatabase } from '../databases.ts'
import { keyOf, newCampaign, newSite } from './probing.ts'
import { collect, surveyOf } from './samples.ts'

const FINISH = "UPDATE campaigns SET state = 'finished', finished_at = 'x'"

withEveryDatabase('a campaign comes back with everything that it was made with', async (db) => {
  const surveyId = await surveyOf(db, 1)
  const { sites, schedule, ...made } = newCampaign({
    surveyId,
    seed: 0xffff_ffff,
    pauseMs: 0.5,
    source: 'browser',
    browserKind: 'cold',
    device: 'Pixel 7',
    connect: 'http://127.0.0.1:9222',
    vantage: 'home',
    sandbox: false,
    vantageFacts: { rttMs: 12.5 },
    browserVersion: 'Chromium 156.0.8078.79',
    browserSwitches: { h1: ['--disable-http2', '--disable-quic'] },
    userAgent: 'Mozilla/5.0 towline/0.1.0',
    link: { configured: { rttMs: 100 }, measured: { rttMs: 100.2 } },
    congestionControl: 'cubic',
    capture: 'tcpdump 4.99',
  })
  const { id, samples } = await createCampaign(db, { ...made, sites, schedule })
  assert.equal(samples, 8)
  assert.deepEqual(await campaignById(db, id), {
    ...made,
    id,
    state: 'stopped',
    finishedAt: null,
    owner: null,
  })
  assert.equal(await campaignById(db, id + 1), null)
})

withEveryDatabase('what is null or empty of a campaign comes back so', async (db) => {
  const { sites, schedule, ...made } = newCampaign()
  const { id } = await createCampaign(db, { ...made, sites, schedule })
  assert.deepEqual(await campaignById(db, id), {
    ...made,
    id,
    state: 'stopped',
    finishedAt: null,
    owner: null,
  })
})

withEveryDatabase('a campaign has its sites and, pending, all samples of its schedule', async (db) => {
  const sites = [
    newSite('a.test', { rank: 3, forcedOrigins: ['a.test', 'cdn.test'] }),
    newSite('b.test', { arms: { applied: ['h1'], leftOut: { h2: 'does not speak it' } } }),
    newSite('c.test', { arms: { applied: [], leftOut: { h1: 'robots.txt', h2: 'robots.txt' } } }),
  ]
  const made = newCampaign({ sites, rounds: 700 })
  const { id, samples } = await createCampaign(db, made)
  const open = { state: 'pending', stateDetail: null, strikes: 0 }
  assert.deepEqual(await campaignSites(db, id), [
    { ...sites[0], site: 0, ...open },
    { ...sites[1], site: 1, ...open },
    { ...sites[2], site: 2, ...open, state: 'done' },
  ])
  assert.deepEqual(await campaignSite(db, id, 1), { ...sites[1], site: 1, ...open })
  assert.equal(await campaignSite(db, id, 3), null)
  assert.equal(await campaignSite(db, id + 1, 1), null)
  const wanted = [...made.schedule]
  assert.equal(samples, 2_100)
  const rows = await collect(readSamples(db, id))
  assert.deepEqual(
    rows.map(({ site, arm, round, position, place }) => ({ site, arm, round, position, place })),
    wanted.map((sample, place) => ({ ...sample, place })),
  )
  assert.ok(
    rows.every(({ state, role, attempt }) => state === 'pending' && role === 'sample' && attempt === 0),
  )
  assert.deepEqual(await sampleCounts(db, id), [
    { site: 0, arm: 'h1', state: 'pending', samples: 700 },
    { site: 0, arm: 'h2', state: 'pending', samples: 700 },
    { site: 1, arm: 'h1', state: 'pending', samples: 700 },
  ])
})

withEveryDatabase('a campaign that cannot be made whole is not made at all', async (db) => {
  const twice = { site: 0, arm: 'h1', round: 0, position: 0 } as const
  const broken: [string, Parameters<typeof newCampaign>[0]][] = [
    ['one sample twice', { schedule: [twice, twice] }],
    ['a sample of no site', { schedule: [{ ...twice, site: 9 }] }],
    ['an unknown arm', { schedule: [{ ...twice, arm: 'h4' as 'h1' }] }],
    ['a seed out of range', { seed: 0 }],
    ['a survey that is not there', { surveyId: 99 }],
  ]
  for (const [what, changes] of broken) {
    const campaign = newCampaign(changes)
    const made = what === 'a seed out of range' ? { ...campaign, seed: -1 } : campaign
    await assert.rejects(createCampaign(db, made), what)
  }
  assert.deepEqual(await listCampaigns(db), [])
  assert.deepEqual(await db.query('SELECT * FROM samples'), [])
})

withEveryDatabase('what is found out later is recorded, and the rest stays', async (db) => {
  const { id } = await createCampaign(db, newCampaign({ capture: 'none: no right to' }))
  await describeCampaign(db, id, {})
  await describeCampaign(db, id, { browserVersion: 'Chromium 156', browserSwitches: { h2: ['--x'] } })
  const campaign = await campaignById(db, id)
  assert.equal(campaign?.browserVersion, 'Chromium 156')
  assert.deepEqual(campaign?.browserSwitches, { h2: ['--x'] })
  assert.equal(campaign?.capture, 'none: no right to')
  await describeCampaign(db, id, { capture: null })
  assert.equal((await campaignById(db, id))?.capture, null)
})

withEveryDatabase('the latest campaign is the newest, or the newest that is finished', async (db) => {
  assert.equal(await latestCampaign(db), null)
  const first = await createCampaign(db, newCampaign())
  await db.query(FINISH)
  const second = await createCampaign(db, newCampaign())
  assert.equal((await latestCampaign(db))?.id, second.id)
  assert.equal((await latestCampaign(db, { finishedOnly: true }))?.id, first.id)
  assert.deepEqual(
    (await listCampaigns(db)).map(({ id }) => id),
    [second.id, first.id],
  )
})

withEveryDatabase(
  'what can be resumed is the newest unfinished campaign of the same settings and pages',
  async (db) => {
    const wanted = newCampaign({ options: { busyLimit: 0.9, loadLimitMs: 60_000 }, seed: 99 })
    const urls = wanted.sites.map(({ url }) => url)
    assert.equal(await findResumableCampaign(db, wanted, urls), null)
    await createCampaign(db, newCampaign())
    const { id: newest } = await createCampaign(db, newCampaign())
    await createCampaign(db, newCampaign({ sites: [newSite('c.test')] }))
    const found = await findResumableCampaign(db, wanted, urls)
    assert.equal(found?.id, newest, 'neither the order of the keys nor the seed matters')
    assert.equal(await findResumableCampaign(db, wanted, urls.toReversed()), null)
    assert.equal(await findResumableCampaign(db, wanted, urls.slice(0, 1)), null)
    const others = [
      { surveyId: 1 },
      { arms: ['h1'] as const },
      { rounds: 3 },
      { pauseMs: 1 },
      { browserKind: 'cold' as const },
      { device: 'Pixel 7' },
      { connect: 'http://127.0.0.1:9222' },
      { vantage: 'home' },
      { sandbox: false },
      { options: { busyLimit: 0.9 } },
    ]
    for (const other of others) {
      const answer = await findResumableCampaign(db, { ...wanted, ...other }, urls)
      assert.equal(answer, null, JSON.stringify(other))
    }
    await db.query(FINISH)
    assert.equal(await findResumableCampaign(db, wanted, urls), null)
  },
)

withEveryDatabase('samples are read by site and by role', async (db) => {
  const { id } = await createCampaign(db, newCampaign())
  const ofSite = await collect(readSamples(db, id, { site: 1 }))
  assert.deepEqual(ofSite.map(keyOf).sort(), ['1 h1 0', '1 h1 1', '1 h2 0', '1 h2 1'])
  assert.deepEqual(await collect(readSamples(db, id, { roles: ['warmup', 'discovery'] })), [])
  assert.deepEqual(await collect(readSamples(db, id, { roles: [] })), [])
  assert.equal((await collect(readSamples(db, id, { roles: ['sample', 'warmup'], site: 0 }))).length, 4)
})
