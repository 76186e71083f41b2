import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opened } from '../../opened.ts'
import { SITES } from '../fixture.ts'
import { served } from '../served.ts'
import { near, quantile, valuesOf } from './expected.ts'

const server = opened(served)

test('meta says what the data is', async () => {
  const meta = await server.answer('meta', '/meta')
  assert.equal(meta.origin, 'sandbox')
  assert.match(meta.notice ?? '', /sandbox/)
  assert.deepEqual(meta.counts, {
    surveys: 1,
    surveyedSites: SITES,
    campaigns: 2,
    probedSites: 3,
    samples: server.fixture.samples.length + server.fixture.labSamples.length,
    validSamples:
      server.fixture.samples.filter(({ state }) => state === 'valid').length +
      server.fixture.labSamples.length,
    labRuns: 1,
    replays: 0,
    loadRuns: 1,
  })
  const { surveyId, campaignId } = server.fixture
  assert.deepEqual([meta.latestSurveyId, meta.latestCampaignId], [surveyId, campaignId])
  assert.equal(meta.lists.length, 1)
})

test('vantage points have what was measured of them, and what was not is null', async () => {
  const { vantages } = await server.answer('vantages', '/vantages')
  const [dublin, tokyo] = vantages
  assert.equal(vantages.length, 2)
  assert.deepEqual(
    [dublin?.vantage, dublin?.ipv4, dublin?.rtts, dublin?.clockErrorMs],
    ['dublin', null, null, null],
  )
  assert.deepEqual([tokyo?.vantage, tokyo?.place, tokyo?.ipv6], ['tokyo', 'Tokyo, Japan', false])
  assert.deepEqual(tokyo?.rtts, [
    { name: 'near.test', address: '192.0.2.1', rttMs: 3.25 },
    { name: 'away.test', address: null, rttMs: null },
  ])
})

test('a survey has its provenance, and of its list’s file the name alone', async () => {
  const { surveys } = await server.answer('surveys', '/surveys')
  assert.equal(surveys.length, 1)
  const survey = await server.answer('survey', `/surveys/${server.fixture.surveyId}`)
  assert.deepEqual(survey, surveys[0])
  assert.equal(survey.list.source, 'list.csv')
})

test('adoption counts are those of the facts, in all and by CDN', async () => {
  const adoption = await server.answer('adoption', `/surveys/${server.fixture.surveyId}/adoption`)
  const { facts } = server.fixture
  const h2 = adoption.rows.find(({ row }) => row === 'h2')
  const speaks = facts.filter(({ facts: of }) => of.h2 === true)
  assert.equal(adoption.n, SITES)
  assert.equal(adoption.reachable, facts.filter(({ facts: of }) => of.reachable).length)
  assert.equal(h2?.count, speaks.length)
  near(h2?.ofAll?.share, speaks.length / SITES)
  const fastly = adoption.cdns.find(({ name }) => name === 'fastly')
  assert.equal(fastly?.n, facts.filter(({ facts: of }) => of.cdn === 'fastly').length)
  const trend = await server.answer('adoptionTrend', '/adoption/trend')
  assert.deepEqual(trend.points[0]?.rows, adoption.rows)
})

test('the sites of a survey are filtered, sorted with unknown values last, and paged', async () => {
  const path = `/surveys/${server.fixture.surveyId}/sites`
  const all = await server.answer('surveySites', `${path}?sort=rttMs&order=desc&pageSize=500`)
  const known = server.fixture.facts.filter(({ facts }) => facts.rttMs !== null)
  assert.equal(all.total, SITES)
  assert.deepEqual(
    all.rows.slice(0, known.length).map(({ rank }) => rank),
    known.map(({ rank }) => rank).toSorted((a, b) => b - a),
  )
  assert.ok(all.rows.slice(known.length).every(({ rttMs }) => rttMs === null))
  const some = await server.answer('surveySites', `${path}?q=SITE1&protocol=h2&cdn=fastly`)
  assert.deepEqual(
    some.rows.map(({ domain }) => domain),
    ['site12.test', 'site14.test', 'site16.test', 'site18.test'],
  )
  const byPart = await server.answer('surveySites', `${path}?q=SITE1&protocol=h2&cdn=FAST`)
  assert.deepEqual(byPart.rows, some.rows, 'a part of the name of a CDN finds it')
  const second = await server.answer('surveySites', `${path}?page=2&pageSize=7`)
  assert.deepEqual(
    second.rows.map(({ rank }) => rank),
    [8, 9, 10, 11, 12, 13, 14],
  )
  for (const name of ['q', 'cdn']) {
    const wild = await server.answer('surveySites', `${path}?${name}=${encodeURIComponent('%_!')}`)
    assert.equal(wild.total, 0, name)
  }
})

test('all sites are listed once: surveyed, probed or both; gains sort with unknown ones last', async () => {
  const sites = await server.answer('sites', '/sites?sort=gain&gainArm=h3&order=desc&pageSize=500')
  assert.equal(sites.total, SITES + 1)
  assert.equal(new Set(sites.rows.map(({ domain }) => domain)).size, SITES + 1)
  const gains = sites.rows.map(({ gains: of }) => of.h3?.gain ?? null)
  const known = gains.filter((gain) => gain !== null)
  assert.equal(known.length, 3)
  assert.deepEqual(
    gains.slice(0, 3),
    known.toSorted((a, b) => b - a),
  )
  const [first] = sites.rows
  assert.deepEqual(
    [first?.requests, first?.domains, first?.sizeBytes, first?.initialWindow],
    [2, 2, 3_000, 10],
  )
  const probed = await server.answer('sites', '/sites?probed=yes')
  assert.deepEqual(
    probed.rows.map(({ domain, surveyed }) => [domain, surveyed]),
    [
      ['site1.test', true],
      ['site2.test', true],
      ['unlisted.test', false],
    ],
  )
  const h3 = await server.answer('sites', '/sites?protocol=h3&cdn=none&pageSize=500')
  const expected = server.fixture.facts.filter(({ facts }) => facts.h3 === true && facts.cdn === null)
  assert.deepEqual(
    h3.rows.map(({ domain }) => domain),
    expected.map(({ domain }) => domain),
  )
  const { labCampaignId } = server.fixture
  const lab = await server.answer('sites', `/sites?campaign=${labCampaignId}&pageSize=500`)
  assert.equal(lab.rows.filter(({ surveyed }) => surveyed).length, 30, 'those of the survey stay')
  assert.deepEqual(
    [...new Set(lab.rows.map(({ campaignId }) => campaignId))].toSorted(),
    [labCampaignId, null].toSorted(),
  )
})

test('a site has its visit, its composition and its campaigns', async () => {
  const site = await server.answer('site', '/sites/SITE1.test')
  assert.equal(site.survey?.rank, 1)
  assert.deepEqual(site.survey?.operations.map(({ operation, failure }) => [operation, failure])[0], [
    'dns',
    'dns_timeout',
  ])
  const path = `/campaigns/${server.fixture.campaignId}/sites/0/composition`
  const composition = await server.answer('siteComposition', `${path}?arm=h2`)
  assert.equal(composition.requests, 2)
  assert.deepEqual(
    composition.hosts.map(({ host, requests, sizeBytes, server: software, protocols }) => [
      ...[host, requests, sizeBytes, software, protocols],
    ]),
    [
      ['site1.test', 1, 1_500, 'nginx', ['h2']],
      ['static.site1.test', 1, 1_500, 'nginx', ['h2']],
    ],
  )
  near(composition.pltMs.h2, quantile(valuesOf(server.fixture.samples, 0, 'h2', 'plt_ms'), 0.5))
  assert.deepEqual(
    site.campaigns.map(({ campaignId, armsLeftOut }) => [campaignId, armsLeftOut.http]),
    [[server.fixture.campaignId, 'no port 80']],
  )
})

test('the ranking is by gain, with a summary and Holm’s correction', async () => {
  const ranking = await server.answer('ranking', '/ranking?arm=h3')
  assert.equal(ranking.rows.length, 3)
  assert.deepEqual(
    ranking.rows.map(({ gain }) => gain),
    ranking.rows.map(({ gain }) => gain).toSorted((a, b) => b - a),
  )
  assert.equal(ranking.summary?.faster, 3)
  assert.equal(ranking.summary?.medianGain, ranking.rows[1]?.gain)
  const saved = ranking.rows.map(({ baselineMedian, armMedian }) => baselineMedian - armMedian)
  assert.equal(ranking.summary?.medianSaved, saved.toSorted((a, b) => a - b)[1])
  for (const { gain, baselineMedian, armMedian } of ranking.rows) near(gain, baselineMedian / armMedian)
  assert.equal(ranking.summary?.medianGainInterval, null, 'three sites are too few for an interval')
  assert.ok(ranking.rows.every(({ pValue, holm }) => pValue !== null && holm === true))
})

test('a lab run has its conditions, heatmap, lines and tables', async () => {
  const { labRunId: id, labSamples } = server.fixture
  const { runs } = await server.answer('labRuns', '/lab/runs')
  assert.deepEqual(runs[0]?.factors.find(({ name }) => name === 'rttMs')?.values, [20, 100, 200])
  const run = await server.answer('labRun', `/lab/runs/${id}`)
  assert.equal(run.cellsList.length, 5)
  const heatmap = await server.answer('heatmap', `/lab/runs/${id}/heatmap?x=rttMs&y=initcwnd&fixed.page=A`)
  assert.deepEqual(heatmap.fixed, { page: 'A' })
  assert.equal(heatmap.rows.length, 6)
  const cell = heatmap.rows.find(({ x, y }) => x === 100 && y === 3)
  const gain =
    quantile(valuesOf(labSamples, 2, 'h1', 'plt_ms'), 0.5) /
    quantile(valuesOf(labSamples, 2, 'h2', 'plt_ms'), 0.5)
  near(cell?.gain, gain)
  assert.equal(heatmap.rows.find(({ x, y }) => x === 200 && y === 3)?.gain, null)
  const lines = await server.answer('lines', `/lab/runs/${id}/lines?x=rttMs`)
  const h1 = lines.rows.find(({ arm }) => arm === 'h1')
  const medians = [0, 1].map((site) => quantile(valuesOf(labSamples, site, 'h1', 'plt_ms'), 0.5))
  near(h1?.median, Math.sqrt((medians[0] ?? NaN) * (medians[1] ?? NaN)))
  assert.equal(h1?.conditions, 2)
  const tables = await server.answer('cablelabs', `/lab/runs/${id}/cablelabs`)
  assert.equal(tables.conditions, 2)
  assert.equal(tables.skippedCells, 1)
  assert.deepEqual(
    tables.tables.map(({ table }) => table),
    [5, 6, 7, 8, 9, 10],
  )
  // Most loads of a lab have no retransmission, and a ratio of medians of 0 is none.
  assert.ok(await server.answer('cablelabs', `/lab/runs/${id}/cablelabs?metric=retransmissions`))
  const efficiency = await server.answer('efficiency', `/lab/runs/${id}/efficiency`)
  assert.deepEqual(efficiency.rows, [])
})
