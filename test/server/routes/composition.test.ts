import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composition as COMPOSITION } from '../../../figures/composition.ts'
import { COMPOSITION_SORTS } from '../../../server/contract/sorts.ts'
import { figureCsv } from '../../../server/http/figure-csv.ts'
import { composition } from '../../../server/routes/composition.ts'
import { compositionCdf, compositionCdfCsv } from '../../../server/routes/composition-cdf.ts'
import { opened } from '../../opened.ts'
import { writeComposedCampaign } from '../campaign/composed-campaign.ts'
import { handlerBench } from '../handler-bench.ts'

let campaign: { readonly id: string }

const bench = opened(handlerBench, async () => {
  const page = (requests: number, domains: number, connections: number) => ({
    ...{ requests, domains, connections, har_bytes: 1_000 * requests, share_top1: 0.5 },
  })
  const id = await writeComposedCampaign(bench.writer, {
    surveyId: bench.fixture.surveyId,
    sites: [
      { domain: 'site2.test', rank: 2, measured: { h1: page(10, 2, 6), h2: page(11, 2, 1) } },
      { domain: 'site3.test', rank: 3, measured: { h1: page(40, 8, 12), h2: null } },
      { domain: 'unlisted.test', rank: 7, measured: { h1: { requests: 5 }, h2: null } },
      { domain: 'site1.test', rank: 1, measured: { h1: null, h2: null } },
    ],
  })
  campaign = { id: String(id) }
})

const table = (query: Record<string, string> = {}) =>
  bench.answer('composition', composition, campaign, query)

test('each site has a row with the medians of one arm, its connections under each, and who serves it', async () => {
  const { arm, arms, rows, total, surveyId } = await table()
  assert.deepEqual([arm, arms, total, surveyId], ['h1', ['h1', 'h2'], 4, bench.fixture.surveyId])
  const [unloaded, first, second, unlisted] = rows
  // Of two samples, the second with one more of whatever is counted.
  assert.deepEqual(
    [first?.domain, first?.n, first?.requests, first?.domains, first?.sizeBytes],
    ['site2.test', 2, 10.5, 2.5, 10_000.5],
  )
  assert.deepEqual(first?.connections, { h1: 6.5, h2: 1.5 })
  assert.deepEqual([first?.server, first?.cdn], ['caddy', 'fastly'])
  assert.deepEqual(second?.connections, { h1: 12.5 })
  assert.deepEqual(
    [unlisted?.requests, unlisted?.domains, unlisted?.server, unlisted?.shareTop1],
    [5.5, null, null, null],
  )
  assert.deepEqual([unloaded?.domain, unloaded?.n, unloaded?.requests], ['site1.test', 0, null])
})

test('the medians are of the arm that is asked for', async () => {
  const { rows } = await table({ arm: 'h2' })
  assert.deepEqual(
    rows.map(({ domain, requests, n }) => [domain, requests, n]),
    [
      ['site1.test', null, 0],
      ['site2.test', 11.5, 2],
      ['site3.test', null, 0],
      ['unlisted.test', null, 0],
    ],
  )
})

test('rows are sorted by any column, those without a value last in either order', async () => {
  const order = async (sort: string, direction: string) =>
    (await table({ sort, order: direction })).rows.map(({ domain }) => domain.replace('.test', ''))
  assert.deepEqual(await order('requests', 'asc'), ['unlisted', 'site2', 'site3', 'site1'])
  assert.deepEqual(await order('requests', 'desc'), ['site3', 'site2', 'unlisted', 'site1'])
  assert.deepEqual(await order('connections', 'desc'), ['site3', 'site2', 'site1', 'unlisted'])
  assert.deepEqual(await order('cdn', 'asc'), ['site2', 'site1', 'site3', 'unlisted'])
  for (const sort of COMPOSITION_SORTS) assert.equal((await order(sort, 'desc')).length, 4)
})

test('a page holds its part of the rows', async () => {
  const { rows, total } = await table({ page: '2', pageSize: '3' })
  assert.deepEqual([total, rows.map(({ domain }) => domain)], [4, ['unlisted.test']])
})

test('the table as CSV has connections of each arm, and empty cells for what is unknown', async () => {
  const { heading, rows } = figureCsv(COMPOSITION, await table())
  const cell = (row: number, name: string) => rows[row]?.[heading.indexOf(name)]
  assert.equal(cell(1, 'connections_h1'), 6.5)
  assert.equal(cell(2, 'connections_h2'), null)
  assert.equal(cell(2, 'share_top1'), 0.5)
  assert.equal(cell(0, 'requests'), null)
  assert.equal(cell(0, 'n'), 0)
})

test('a distribution counts each site once under each arm, and how many have no value', async () => {
  const answer = await bench.answer('compositionCdf', compositionCdf, campaign, { metric: 'requests' })
  assert.equal(answer.sites, 4)
  const [h1, h2] = answer.arms
  assert.deepEqual([h1?.arm, h1?.n, h1?.without, h1?.median], ['h1', 3, 1, 10.5])
  assert.deepEqual(
    h1?.steps.map(({ value }) => value),
    [5.5, 10.5, 40.5],
  )
  assert.deepEqual([h2?.arm, h2?.n, h2?.without, h2?.median], ['h2', 1, 3, 11.5])
})

test('hosts are what is asked for where nothing is; a metric without any value has empty curves', async () => {
  const hosts = await bench.answer('compositionCdf', compositionCdf, campaign)
  assert.deepEqual([hosts.metric, hosts.arms[0]?.n], ['domains', 2])
  const windows = await bench.answer('compositionCdf', compositionCdf, campaign, { metric: 'initial_window' })
  assert.deepEqual(
    windows.arms.map(({ n, without, median, steps }) => [n, without, median, steps.length]),
    [
      [0, 4, null, 0],
      [0, 4, null, 0],
    ],
  )
})

test('a distribution as CSV has its band, cut off at 0 and 1', async () => {
  const { heading, rows } = compositionCdfCsv(
    await bench.answer('compositionCdf', compositionCdf, campaign, { metric: 'requests' }),
  )
  assert.deepEqual(heading, [
    ...['campaign_id', 'vantage', 'arm', 'n', 'without'],
    ...['requests', 'share', 'share_low', 'share_high'],
  ])
  assert.deepEqual(rows[0]?.slice(2, 6), ['h1', 3, 1, 5.5])
  for (const row of rows) {
    const [share = 0, low = 0, high = 0] = row.slice(6).map(Number)
    assert.ok(low >= 0 && low <= share && share <= high && high <= 1)
  }
})

test('a campaign that is not there is not found', async () => {
  for (const [name, handler] of [
    ['composition', composition],
    ['compositionCdf', compositionCdf],
  ] as const)
    await assert.rejects(bench.answer(name, handler as never, { id: '99' }), { code: 'not_found' })
})
