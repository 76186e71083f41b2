import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Har } from 'har-format'
import { compareArms } from '../../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../../stats/comparison/pair-rounds.ts'
import { opened } from '../../opened.ts'
import { near, quantile, valuesOf } from '../app/expected.ts'
import { ARMS, ROUNDS, SENT_ON_MS } from '../fixture.ts'
import { served } from '../served.ts'

const server = opened(served)

const siteUrl = (path: string, site = 0): string =>
  `/campaigns/${server.fixture.campaignId}/sites/${site}/${path}`

test('the CDF is exact: R-7 quantiles of the valid values, beside what was left out and why', async () => {
  const cdf = await server.answer('cdf', siteUrl('cdf?metric=plt_ms&points=11'))
  assert.deepEqual(
    cdf.rows.map(({ arm }) => arm),
    [...ARMS],
  )
  for (const { arm, n, min, max, values, p05, p50, p99 } of cdf.rows) {
    const expected = valuesOf(server.fixture.samples, 0, arm, 'plt_ms')
    assert.equal(n, expected.length)
    near(min, Math.min(...expected))
    near(max, Math.max(...expected))
    for (const [index, value] of values.entries()) near(value, quantile(expected, index / 10))
    for (const [p, value] of [
      [0.05, p05],
      [0.5, p50],
      [0.99, p99],
    ] as const)
      near(value, quantile(expected, p))
  }
  assert.deepEqual(cdf.rows[0]?.leftOut, [
    { state: 'not measured', reason: 'no value of this metric', count: 1 },
  ])
  assert.deepEqual(cdf.rows[1]?.leftOut, [{ state: 'invalid', reason: 'machine_busy', count: 2 }])
  assert.deepEqual(cdf.rows[2]?.leftOut, [
    { state: 'failed', reason: 'page_timeout', count: 1 },
    { state: 'failed', reason: 'quic_failed', count: 1 },
  ])
})

test('comparisons are those of paired rounds with the campaign’s seed, each with a sentence', async () => {
  const answer = await server.answer('comparisons', siteUrl('comparisons?metric=plt_ms'))
  assert.equal(answer.baseline, 'h1')
  for (const comparison of answer.rows) {
    const pairs = pairsOf(comparison.arm)
    const expected = compareArms({ pairs, seed: 11 })
    assert.equal(comparison.n, pairs.length)
    near(comparison.gain, expected.gain ?? NaN)
    near(comparison.gainInterval?.low, expected.gainInterval?.[0] ?? NaN)
    near(comparison.reductionOfMeansPercent, expected.reductionOfMeansPercent ?? NaN)
    assert.equal(comparison.verdict, expected.verdict)
  }
  const [h2] = answer.rows
  assert.match(
    h2?.sentence ?? '',
    /^HTTP\/2 is faster than HTTP\/1\.1: gain 1\.\d\d \(95 % interval .+–.+\), 9 rounds\.$/,
  )
  const other = await server.answer('comparisons', siteUrl('comparisons?baseline=h2'))
  assert.deepEqual(other.rows.map(({ arm, verdict }) => [arm, verdict])[0], ['h1', 'slower'])
})

function pairsOf(arm: string) {
  const of = (name: string) =>
    server.fixture.samples
      .filter((sample) => sample.site === 0 && sample.arm === name && sample.state === 'valid')
      .map(({ round, metrics }) => ({ round, value: metrics.plt_ms ?? null }))
  return pairRounds(of('h1'), of(arm)).pairs
}

test('values of 0 have no ratio, and an arm without values no rounds: the sentence says so', async () => {
  const zero = await server.answer('comparisons', siteUrl('comparisons?metric=retransmissions'))
  assert.match(zero.rows[0]?.sentence ?? '', /some values are 0/)
  assert.equal(zero.rows[0]?.verdict, null)
  const none = await server.answer('comparisons', siteUrl('comparisons?metric=dcl_ms'))
  assert.match(none.rows[0]?.sentence ?? '', /no round in which both have a value/)
})

test('phases and protocols are means and medians over the valid samples', async () => {
  const { rows } = await server.answer('phases', siteUrl('phases'))
  const wait = rows.find(({ phase }) => phase === 'wait')
  const expected = valuesOf(server.fixture.samples, 0, 'h1', 'phase_ms.wait')
  assert.equal(wait?.n, expected.length)
  near(wait?.meanMs, expected.reduce((sum, value) => sum + value, 0) / expected.length)
  near(wait?.medianMs, quantile(expected, 0.5))
  const ssl = rows.find(({ phase }) => phase === 'ssl')
  assert.deepEqual([ssl?.n, ssl?.meanMs, ssl?.medianMs], [0, null, null])
  const mix = await server.answer('protocols', siteUrl('protocols'))
  assert.deepEqual(
    [...Map.groupBy(mix.rows, ({ arm }) => arm)].map(([arm, shares]) => [
      arm,
      ...shares.map(({ meanShare }) => meanShare),
    ]),
    [
      ['h1', 1, 0.25, 0],
      ['h2', 0, 1, 0],
      ['h3', 0, 0.25, 0.75],
    ],
  )
  assert.deepEqual(
    mix.rows.slice(-3).map(({ medianShare }) => medianShare),
    [0, 0.25, 0.75],
  )
})

test('the series has every sample with a result, those that do not count without a value', async () => {
  const first = await server.answer('series', siteUrl('series?rounds=5'))
  assert.equal(first.rows.length, 15)
  assert.equal(first.nextRound, 5)
  const rest = await server.answer('series', siteUrl('series?from=5&rounds=500'))
  assert.equal(rest.rows.length, 3 * (ROUNDS - 5))
  assert.equal(rest.nextRound, null)
  for (const point of [...first.rows, ...rest.rows]) {
    const sample = server.fixture.samples.find(({ id }) => id === point.sampleId)
    assert.equal(point.state, sample?.state)
    assert.equal(point.reason, sample?.reason)
    assert.equal(point.value, sample?.metrics.plt_ms ?? null)
  }
})

test('samples are filtered and paged, with the metrics that were asked for', async () => {
  const page = await server.answer(
    'samples',
    siteUrl('samples?arm=h2&state=valid&metrics=plt_ms,dcl_ms&pageSize=3&page=2'),
  )
  assert.equal(page.total, 10)
  assert.deepEqual(
    page.rows.map(({ round }) => round),
    [3, 4, 5],
  )
  const [row] = page.rows
  const expected = server.fixture.samples.find(({ id }) => id === row?.id)
  assert.deepEqual(row?.metrics, { plt_ms: expected?.metrics.plt_ms, dcl_ms: null })
  const sample = await server.answer('sample', `/samples/${row?.id}`)
  assert.equal(sample.domain, 'site1.test')
  assert.deepEqual(
    sample.artifacts.map(({ kind }) => kind),
    ['filmstrip', 'har', 'timings'],
  )
  assert.equal(sample.metrics.find(({ name }) => name === 'phase_ms.ssl')?.note, 'could not be told')
})

test('the waterfall is of the median sample, begins at the navigation and is in order', async () => {
  const waterfall = await server.answer('waterfall', siteUrl('waterfall?arm=h2'))
  const values = valuesOf(server.fixture.samples, 0, 'h2', 'tow_setup_ms').toSorted((a, b) => a - b)
  assert.equal(waterfall.chosenBy, 'tow_setup_ms')
  assert.equal(waterfall.n, values.length)
  near(waterfall.value, values[(values.length - 1) >> 1] ?? NaN)
  const sample = server.fixture.samples.find(({ id }) => id === waterfall.sampleId)
  near(waterfall.value, sample?.metrics.tow_setup_ms ?? NaN)
  assert.deepEqual(
    waterfall.entries.map(({ startMs, type }) => [startMs, type]),
    [
      [10, 'document'],
      [40, 'script'],
    ],
  )
  assert.equal(waterfall.entries[0]?.phases.dnsMs, null)
  near(waterfall.marks.loadMs, sample?.metrics.plt_ms ?? NaN)
  const named = await server.answer('waterfall', siteUrl(`waterfall?sample=${waterfall.sampleId}`))
  assert.equal(named.chosenBy, null)
  assert.deepEqual(named.entries, waterfall.entries)
  const elsewhere = await server.get(siteUrl(`waterfall?sample=${waterfall.sampleId}`, 1))
  assert.equal(elsewhere.status, 404)
})

test('the waterfall of a page that sent itself on begins at its first navigation, with all marks', async () => {
  const waterfall = await server.answer('waterfall', siteUrl('waterfall?arm=h1'))
  const sample = server.fixture.samples.find(({ id }) => id === waterfall.sampleId)
  assert.deepEqual(
    waterfall.entries.map(({ startMs }) => startMs),
    [10, 40],
  )
  assert.equal(waterfall.zero, 'navigation')
  near(waterfall.marks.loadMs, sample?.metrics.plt_ms ?? NaN)
  near(waterfall.marks.fcpMs, (sample?.metrics.fcp_ms ?? NaN) + SENT_ON_MS)
})

test('which arms have a waterfall is known beforehand: those whose median sample has a HAR', async () => {
  const { arms } = await server.answer('waterfalls', siteUrl('waterfalls'))
  assert.deepEqual(
    arms.map(({ arm, har }) => [arm, har]),
    [
      ['h1', true],
      ['h2', true],
      ['h3', false],
    ],
  )
  for (const { arm, sampleId, har } of arms) {
    assert.equal((await server.get(siteUrl(`waterfall?arm=${arm}`))).status, har ? 200 : 404)
    assert.equal((await server.get(`/samples/${sampleId}/har`)).status, har ? 200 : 404)
  }
})

test('the HAR is a download that agrees with the metrics and says where it comes from', async () => {
  const { sampleId } = await server.answer('waterfall', siteUrl('waterfall?arm=h1'))
  const response = await server.get(`/samples/${sampleId}/har`)
  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename=towline-site1.test-h1-sample-${sampleId}-campaign-1-2026-11-21.har`,
  )
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  const { log } = (await response.json()) as Har
  assert.equal(log.version, '1.2')
  assert.equal(log.entries.length, 2)
  const sample = server.fixture.samples.find(({ id }) => id === sampleId)
  const [page] = log.pages ?? []
  assert.equal(page?.pageTimings.onLoad, sample?.metrics.plt_ms)
  assert.equal(page?.pageTimings.onContentLoad, -1, 'the sample has no dcl_ms')
  // 10 ms before the first request, where the first navigation started.
  assert.equal(
    Date.parse(log.entries[1]?.startedDateTime ?? '') - Date.parse(page?.startedDateTime ?? ''),
    10,
  )
  assert.deepEqual([log.creator.name, log.browser?.name, log.browser?.version], ['towline', 'Chrome', '156'])
  assert.match(log.comment ?? '', /under h1, round \d+, over an emulated link: valid$/)
  const { arm, link, round } = (log as unknown as { _towline: Record<string, unknown> })._towline
  assert.deepEqual([arm, round], ['h1', sample?.round])
  assert.deepEqual(link, { configured: { rttMs: 40 }, measured: { rttMs: 40.2 } })
  const without = server.fixture.samples.find(({ arm, state }) => arm === 'h3' && state === 'valid')
  assert.equal((await server.get(`/samples/${without?.id}/har`)).status, 404)
})

test('a campaign has its sites, counts and switches, without files of the machine', async () => {
  const { campaigns } = await server.answer('campaigns', '/campaigns')
  assert.deepEqual(
    campaigns.map(({ labRunId, sites }) => [labRunId, sites]),
    [
      [server.fixture.labRunId, 4],
      [null, 3],
    ],
  )
  const campaign = await server.answer('campaign', `/campaigns/${server.fixture.campaignId}`)
  assert.deepEqual(campaign.browserSwitches.h1, ['--disable-http2', '--user-data-dir=…'])
  assert.deepEqual(
    campaign.sitesList.map(({ domain }) => domain),
    ['site1.test', 'site2.test', 'unlisted.test'],
  )
  assert.deepEqual(campaign.sitesList[0]?.counts, [
    { arm: 'h1', valid: ROUNDS, invalid: 0, failed: 0, repeated: 0 },
    { arm: 'h2', valid: ROUNDS - 2, invalid: 2, failed: 0, repeated: 0 },
    { arm: 'h3', valid: ROUNDS - 2, invalid: 0, failed: 2, repeated: 0 },
  ])
  assert.deepEqual(campaign.sitesList[0]?.armsLeftOut, { http: 'no port 80' })
})
