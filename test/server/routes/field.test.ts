import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendToSeries } from '../../../db/campaign/append-to-series.ts'
import { createInvite, revokeInvite } from '../../../db/field/field-invites.ts'
import { binGain } from '../../../stats/field/bin-gain.ts'
import { binQuantile } from '../../../stats/field/bin-quantile.ts'
import { opened } from '../../opened.ts'
import { near, quantile, valuesOf } from '../app/expected.ts'
import { binsOf, FIELD_CURVES, FIELD_LIST, FIELD_WEEK, writeField } from '../field/field-fixture.ts'
import { revalidate, type Served, served } from '../served.ts'

const server = opened(served)

const fixtureCurve = (site: number, protocol: string, metric = 'load') => {
  const found = FIELD_CURVES.find(
    (one) => one.site === site && one.protocol === protocol && one.metric === metric,
  )
  assert.ok(found)
  return found
}

test('studies are listed with their thresholds and the newest release of each', async () => {
  const { studies } = await server.answer('field', '/field')
  assert.deepEqual(studies, [
    {
      ...{ list: FIELD_LIST, openedDay: '2026-10-01', closedDay: null, sites: 30 },
      thresholds: { contributors: 20, samples: 50, changed: 5, windowDays: 28, blur: 0.2 },
      release: { week: FIELD_WEEK, releasedAt: `${FIELD_WEEK}T00:00:05.000Z`, sites: 3, cells: 7 },
    },
  ])
})

test('the open study comes with all of its sites', async () => {
  const study = await server.answer('fieldStudy', '/field/study')
  assert.equal(study.list, FIELD_LIST)
  assert.deepEqual(
    study.sites,
    Array.from({ length: 30 }, (_, site) => ({ site, domain: `site${site + 1}.test` })),
  )
})

test('released sites are searched, sorted with missing values last, and paged', async () => {
  const all = await server.answer('fieldSites', '/field/sites')
  assert.deepEqual(
    all.rows.map(({ domain, contributors }) => [domain, contributors]),
    [
      ['site1.test', 123],
      ['site2.test', 40],
      ['site30.test', 53],
    ],
  )
  assert.equal(all.rows[1]?.protocols.h2?.frozenSince, '2026-11-09')
  for (const [query, sites] of [
    ['sort=h3&order=desc', [1, 30, 2]],
    ['sort=h3', [30, 1, 2]],
    ['sort=contributors&order=desc', [1, 30, 2]],
  ] as const) {
    const { rows } = await server.answer('fieldSites', `/field/sites?${query}`)
    assert.deepEqual(
      rows.map(({ domain }) => domain),
      sites.map((site) => `site${site}.test`),
      query,
    )
  }
  const found = await server.answer('fieldSites', '/field/sites?q=SITE3&sort=domain')
  assert.deepEqual([found.total, found.rows[0]?.domain], [1, 'site30.test'])
  const second = await server.answer('fieldSites', '/field/sites?page=2&pageSize=2')
  assert.deepEqual([second.total, second.rows.map(({ site }) => site)], [3, [29]])
})

test('a site has the published curves of the field: bins, median, interval, and nothing finer', async () => {
  const site = await server.answer('fieldSite', '/field/sites/SITE1.test')
  assert.deepEqual(
    site.field.map(({ protocol, contributors, samples }) => [protocol, contributors, samples]),
    [
      ['http/1.1', 24, 72],
      ['h2', 61, 183],
      ['h3', 38, 114],
    ],
  )
  for (const curve of site.field) {
    const bins = binsOf(fixtureCurve(0, curve.protocol))
    near(curve.medianMs, binQuantile(bins, 0.5) ?? NaN)
    assert.equal(
      curve.bins.reduce((sum, { contributors }) => sum + contributors, 0),
      curve.contributors,
    )
    for (const { fromMs, toMs } of curve.bins) near(toMs / fromMs, 1.05)
  }
  assert.deepEqual(site.notEnough, [])
  const { notEnough } = await server.answer('fieldSite', '/field/sites/site2.test')
  assert.deepEqual(notEnough, ['http/1.1', 'h3'])
})

test('gains of the field are between the published bins, the older protocol as the baseline', async () => {
  const { gains } = await server.answer('fieldSite', '/field/sites/site1.test')
  assert.deepEqual(
    gains.map(({ baseline, protocol }) => [baseline, protocol]),
    [
      ['http/1.1', 'h2'],
      ['http/1.1', 'h3'],
      ['h2', 'h3'],
    ],
  )
  for (const { baseline, protocol, gain, gainInterval, verdict } of gains) {
    const expected = binGain({
      baseline: binsOf(fixtureCurve(0, baseline)),
      group: binsOf(fixtureCurve(0, protocol)),
      seed: 0,
    })
    near(gain, expected?.gain ?? NaN)
    near(gainInterval.low, expected?.interval[0] ?? NaN)
    near(gainInterval.high, expected?.interval[1] ?? NaN)
    assert.equal(verdict, expected?.verdict)
  }
  const again = await server.answer('fieldSite', '/field/sites/site1.test')
  assert.deepEqual(again.gains, gains, 'the same data give the same interval')
})

test('a site has the published visits of its users by protocol, each with its share and interval', async () => {
  const { visits } = await server.answer('fieldSite', '/field/sites/site1.test?metric=wait')
  assert.deepEqual(
    visits.map(({ protocol, contributors, samples }) => [protocol, contributors, samples]),
    [['h2', 60, 180]],
  )
  // Half of the 60 votes are drawn: ten each, which are taken out again.
  assert.deepEqual(
    visits[0]?.shares.map(({ visit, share }) => [visit, Math.round(60 * share)]),
    [
      ['warm-cache', 0],
      ['open-connection', 20],
      ['new-connection', 40],
    ],
  )
  for (const { share, interval } of visits[0]?.shares ?? [])
    assert.ok(interval.low <= share && share <= interval.high && interval.high - interval.low > 0.2)
  assert.deepEqual((await server.answer('fieldSite', '/field/sites/site2.test')).visits, [])
})

test('live stands beside the field by the same site and metric, not pooled with it', async () => {
  const { live, p, hasSitePage } = await server.answer('fieldSite', '/field/sites/site1.test')
  assert.equal(hasSitePage, true)
  assert.equal(live?.campaignId, server.fixture.campaignId)
  assert.equal(live?.metric, 'plt_ms')
  assert.equal(live?.browserVersion, 'Chrome 156')
  assert.deepEqual(
    live?.curves.map(({ arm }) => arm),
    ['h1', 'h2', 'h3'],
  )
  for (const { arm, n, medianMs, ms } of live?.curves ?? []) {
    const values = valuesOf(server.fixture.samples, 0, arm, 'plt_ms')
    assert.equal(n, values.length)
    near(medianMs, quantile(values, 0.5))
    for (const [index, value] of ms.entries()) near(value, quantile(values, p[index] ?? NaN))
  }
  const unprobed = await server.answer('fieldSite', '/field/sites/site30.test')
  assert.equal(unprobed.live, null)
  const wait = await server.answer('fieldSite', '/field/sites/site1.test?metric=wait')
  assert.equal(wait.live, null, 'no sample of the fixture has the wait for its document')
  assert.deepEqual(
    wait.field.map(({ protocol }) => protocol),
    ['h2'],
  )
})

test('a condition of the lab stands beside the field where it is asked for, or has the page', async () => {
  const site = await server.answer('fieldSite', '/field/sites/site1.test')
  assert.equal(site.lab, null)
  assert.deepEqual(
    site.labConditions.map(({ labRunId, cell, ofThisPage }) => [labRunId, cell, ofThisPage]),
    [0, 1, 2, 3].map((cell) => [server.fixture.labRunId, cell, false]),
  )
  const { lab } = await server.answer('fieldSite', '/field/sites/site1.test?lab=1:2')
  assert.deepEqual([lab?.labRunId, lab?.cell, lab?.factors.rttMs], [1, 2, 100])
  const h2 = lab?.curves.find(({ arm }) => arm === 'h2')
  near(h2?.medianMs, quantile(valuesOf(server.fixture.labSamples, 2, 'h2', 'plt_ms'), 0.5))
  for (const asked of ['1:4', '1:99', '7:0'])
    assert.equal((await server.get(`/field/sites/site1.test?lab=${asked}`)).status, 404, asked)
  assert.equal((await server.get('/field/sites/site1.test?lab=1')).status, 400)
})

test('a lab page of the site’s own name is taken by itself', async () => {
  await using own = await served()
  await own.writer.write((query) =>
    query(`UPDATE campaign_sites SET domain = 'www.site30.test' WHERE domain = 'c.lab.test'`),
  )
  const { lab, labConditions } = await own.answer('fieldSite', '/field/sites/site30.test')
  assert.equal(lab?.cell, 2)
  assert.deepEqual(
    labConditions.map(({ cell, ofThisPage }) => [cell, ofThisPage]),
    [
      [2, true],
      [0, false],
      [1, false],
      [3, false],
    ],
  )
})

test('not enough data is the same bytes, whether nobody or nearly enough contributed', async () => {
  await using own = await served()
  const bodyOf = async () => (await own.get('/field/sites/site9.test')).text()
  const before = await bodyOf()
  assert.match(before, /"field":\[\],"notEnough":\["http\/1\.1","h2","h3"\],"gains":\[\]/)
  await contribute(own, { site: 8, contributors: 19 })
  assert.equal(await bodyOf(), before)
  assert.equal((await own.answer('fieldSites', '/field/sites?q=site9')).total, 0)
  // Another site, for which nobody contributed, differs by its name alone.
  const other = await (await own.get('/field/sites/site11.test')).text()
  assert.equal(other.replaceAll('site11.test', 'site9.test'), before)
})

test('a site that is not under study is not found, whatever else is known of it', async () => {
  for (const domain of ['unlisted.test', 'nothing.test'])
    assert.equal((await server.get(`/field/sites/${domain}`)).status, 404)
  assert.equal((await server.get('/field/sites?list=NOLIST')).status, 404)
})

test('a site’s page knows whether the field has a curve of it', async () => {
  assert.deepEqual((await server.answer('site', '/sites/site1.test')).field, {
    list: FIELD_LIST,
    week: FIELD_WEEK,
  })
  assert.equal((await server.answer('site', '/sites/site9.test')).field, null)
})

test('the reference file has 41 quantiles of every published curve, whole milliseconds', async () => {
  const reference = await server.answer('fieldReference', '/field/reference')
  assert.equal(reference.p.length, 41)
  assert.deepEqual(
    reference.sites.map(({ domain, field, live }) => [domain, Object.keys(field), Object.keys(live)]),
    [
      ['site1.test', ['h2', 'h3', 'http/1.1'], ['http/1.1', 'h2', 'h3']],
      ['site2.test', ['h2'], ['http/1.1', 'h2', 'h3']],
      ['site30.test', ['h2', 'h3'], []],
      ['unlisted.test', [], ['http/1.1', 'h2', 'h3']],
    ],
  )
  const [site1] = reference.sites
  const bins = binsOf(fixtureCurve(0, 'h2'))
  assert.deepEqual(
    site1?.field.h2?.ms,
    reference.p.map((p) => Math.round(binQuantile(bins, p) ?? NaN)),
  )
  const values = valuesOf(server.fixture.samples, 0, 'h3', 'plt_ms')
  assert.deepEqual(
    site1?.live.h3?.ms,
    reference.p.map((p) => Math.round(quantile(values, p))),
  )
  assert.equal(site1?.live.h3?.n, values.length)
  const [campaign] = (await server.answer('campaigns', '/campaigns')).campaigns.filter(
    ({ labRunId }) => labRunId === null,
  )
  assert.equal(site1?.liveDay, campaign?.createdAt.slice(0, 10))
  assert.equal(reference.sites[2]?.liveDay, null)
})

test('the reference file follows the data: a curve that is gone is gone at once', async () => {
  await using own = await served()
  const first = await own.answer('fieldReference', '/field/reference')
  assert.deepEqual(await own.answer('fieldReference', '/field/reference'), first)
  await own.writer.write((query) => query('DELETE FROM field_cells WHERE site = 0'))
  const [site1] = (await own.answer('fieldReference', '/field/reference')).sites
  assert.deepEqual(site1?.field, {})
  assert.deepEqual(site1?.live, first.sites[0]?.live)
  const more = [{ name: 'plt_ms', value: 9_999, note: null }]
  await own.writer.write((query) =>
    appendToSeries(query, own.writer.dialect, own.fixture.campaignId, [
      { site: 0, arm: 'h3', round: 99, metrics: more },
    ]),
  )
  const after = await own.answer('fieldReference', '/field/reference')
  assert.equal(after.sites[0]?.live.h3?.ms.at(-1), 9_999)
  assert.deepEqual(after.sites[0]?.live.h2, first.sites[0]?.live.h2)
})

test('the reference file is the same packed and plain, with one tag', async () => {
  const get = (encoding: string) =>
    server.get('/field/reference', { headers: { 'Accept-Encoding': encoding } })
  const [packed, plain] = [await get('br, gzip'), await get('identity')]
  assert.equal(packed.headers.get('content-encoding'), 'gzip')
  assert.equal(plain.headers.get('content-encoding'), null)
  for (const { headers } of [packed, plain]) {
    assert.match(headers.get('vary') ?? '', /Accept-Encoding/)
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(headers.get('etag'), plain.headers.get('etag'))
  }
  assert.equal(await packed.text(), await plain.text())
  const head = await server.get('/field/reference', { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
})

test('the reference file holds no name that is none of a public host', async () => {
  await using own = await served()
  await own.writer.write((query) =>
    query(`UPDATE campaign_sites SET domain = 'localhost' WHERE domain = 'unlisted.test'`),
  )
  const { sites } = await own.answer('fieldReference', '/field/reference')
  assert.deepEqual(
    sites.map(({ domain }) => domain),
    ['site1.test', 'site2.test', 'site30.test'],
  )
})

test('a closed pilot is shown to who has an invite, and to nobody else', async () => {
  await using own = await served()
  await writeField(own.writer, { list: 'PILOT1', pilot: 'campus' })
  const token = await createInvite(own.writer, 'campus', '2026-11-20')
  const other = await createInvite(own.writer, 'elsewhere', '2026-11-20')
  const listed = async (authorization?: string) => {
    const response = await own.get('/field', authorization ? { headers: { authorization } } : {})
    assert.equal(response.status, 200)
    const { studies } = (await response.json()) as { studies: { list: string }[] }
    return studies.map(({ list }) => list)
  }
  assert.deepEqual(await listed(), [FIELD_LIST])
  assert.deepEqual(await listed(`Bearer ${other}`), [FIELD_LIST])
  assert.deepEqual(await listed('Bearer nonsense'), [FIELD_LIST])
  assert.deepEqual(await listed(`Bearer ${token}`), ['PILOT1', FIELD_LIST])
  for (const path of ['/field/sites?list=PILOT1', '/field/sites/site1.test?list=PILOT1']) {
    assert.equal((await own.get(path)).status, 404, path)
    const shown = await own.get(path, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(shown.status, 200, path)
    assert.equal(shown.headers.get('cache-control'), 'private, no-cache')
    assert.match(shown.headers.get('vary') ?? '', /Authorization/)
    const tag = shown.headers.get('etag') ?? ''
    assert.equal((await revalidate(`${own.url}/api/v1${path}`, tag)).status, 404, 'its tag opens nothing')
  }
  const study = await own.get('/field/study', { headers: { authorization: `Bearer ${token}` } })
  assert.equal(((await study.json()) as { list: string }).list, 'PILOT1')
  assert.equal((await own.answer('fieldStudy', '/field/study')).list, FIELD_LIST)
  await revokeInvite(own.writer, token, '2026-11-21')
  assert.deepEqual(await listed(`Bearer ${token}`), [FIELD_LIST])
})

test('any origin may ask with an invite', async () => {
  const response = await server.get('/field/study', {
    method: 'OPTIONS',
    headers: {
      Origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    },
  })
  assert.equal(response.status, 204)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.equal(response.headers.get('access-control-allow-headers'), 'authorization')
})

test('without a study every list is empty', async () => {
  await using own = await served()
  await own.writer.write(async (query) => {
    for (const table of ['field_cells', 'field_releases', 'field_sites', 'field_studies'])
      await query(`DELETE FROM ${table}`)
  })
  assert.deepEqual(await own.answer('field', '/field'), { studies: [] })
  assert.deepEqual(await own.answer('fieldStudy', '/field/study'), { list: null, openedDay: null, sites: [] })
  assert.equal((await own.answer('fieldSites', '/field/sites')).total, 0)
  const { list, week, sites } = await own.answer('fieldReference', '/field/reference')
  assert.deepEqual([list, week, sites.length], [null, null, 3])
})

/** One load by HTTP/2 of each of so many people, which are not released. */
async function contribute(
  { writer }: Served,
  { site, contributors }: { readonly site: number; readonly contributors: number },
): Promise<void> {
  await writer.write(async (query) => {
    for (let n = 0; n < contributors; n += 1)
      await query(
        `INSERT INTO contributions (id, list, site, proto, day, browser, major, net, load_ms, requests, h1, h2, h3,
           hidden, reused, cid_hash) VALUES (?, ?, ?, 'h2', '2026-11-20', 'chromium', 156, 'wifi', 500, 1, 0, 1, 0, 0, ?, ?)`,
        [n.toString(16).padStart(32, '0'), FIELD_LIST, site, false, n.toString(16).padStart(64, '0')],
      )
  })
}
