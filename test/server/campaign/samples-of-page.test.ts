import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import { sampleById } from '../../../db/campaign/sample-pages.ts'
import { readComposition } from '../../../server/campaign/composition.ts'
import { exportedHar } from '../../../server/campaign/exported-har.ts'
import { medianSample } from '../../../server/campaign/median-sample.ts'
import { siteMedians } from '../../../server/campaign/site-medians.ts'
import { storedHar } from '../../../server/campaign/stored-har.ts'
import { opened } from '../../opened.ts'
import { near, quantile, valuesOf } from '../app/expected.ts'
import { SENT_ON_MS } from '../fixture.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

const page = (site = 0) => ({ campaignId: bench.fixture.campaignId, site })

test('the median sample is the lower of the two in the middle, by the time on wire', async () => {
  const median = await medianSample(bench.context.db, page(), 'h2')
  const values = valuesOf(bench.fixture.samples, 0, 'h2', 'tow_setup_ms').toSorted((a, b) => a - b)
  assert.deepEqual([median?.metric, median?.n, median?.value], ['tow_setup_ms', 10, values[4]])
  assert.equal(await medianSample(bench.context.db, page(), 'http'), null)
})

test('medians of a site are those of each arm', async () => {
  const medians = await siteMedians(bench.context.db, bench.fixture.campaignId, ['plt_ms'], [1])
  assert.deepEqual([...medians.keys()], [1])
  near(medians.get(1)?.get('plt_ms')?.h3, quantile(valuesOf(bench.fixture.samples, 1, 'h3', 'plt_ms'), 0.5))
})

test('medians of more sites than are read at once are those of each site', async () => {
  const { db } = bench.context
  const { campaignId } = bench.fixture
  const sites = Array.from({ length: 1_200 }, (_, i) => 1_199 - i)
  const [several, each] = [
    await siteMedians(db, campaignId, ['plt_ms'], sites),
    await siteMedians(db, campaignId, ['plt_ms']),
  ]
  assert.equal(each.size, 3)
  assert.deepEqual(new Map([...several].sort(([a], [b]) => a - b)), each)
})

test('hosts of a page are those of a median sample, with what was transferred from each', async () => {
  const composition = await readComposition(bench.context.db, { ...page(), arm: 'h2' })
  assert.deepEqual(
    composition.hosts.map(({ host, requests, sizeBytes, server }) => [host, requests, sizeBytes, server]),
    [
      ['site1.test', 1, 1_500, 'nginx'],
      ['static.site1.test', 1, 1_500, 'nginx'],
    ],
  )
  assert.equal(composition.samples, 10)
  const none = await readComposition(bench.context.db, { ...page(7), arm: 'h2' })
  assert.deepEqual([none.samples, none.requests, none.hosts], [0, null, []])
})

test('a stored HAR comes with the start of its first navigation; one that is not stored is null', async () => {
  const { db } = bench.context
  const [h1, h3] = ['h1', 'h3'].map((arm) =>
    bench.fixture.samples.find((one) => one.arm === arm && one.state === 'valid'),
  )
  const stored = await storedHar(db, h1?.id ?? 0)
  assert.equal(stored?.documentMs, SENT_ON_MS)
  assert.equal(stored?.navigationMs, Date.parse('2026-11-21T01:00:00.000Z'))
  assert.equal(await storedHar(db, h3?.id ?? 0), null)
})

test('an exported HAR names its sample, and its load time is the metric', async () => {
  const { db } = bench.context
  const fixed = bench.fixture.samples.find((one) => one.arm === 'h2' && one.state === 'valid')
  const { sample, campaignId } = (await sampleById(db, fixed?.id ?? 0)) ?? assert.fail()
  const campaign = (await campaignById(db, campaignId)) ?? assert.fail()
  const har = await exportedHar(db, { campaign, site: { url: 'https://site1.test/' }, sample })
  near(har?.log.pages?.[0]?.pageTimings.onLoad, fixed?.metrics.plt_ms ?? NaN)
  assert.equal(har?.log.creator.name, 'towline')
  assert.deepEqual(har?.log.browser?.name, 'Chrome')
  assert.match(har?.log.comment ?? '', /under h2, round \d+, over an emulated link: valid$/)
})
