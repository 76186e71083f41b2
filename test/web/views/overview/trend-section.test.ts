import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdoptionTrend } from '../../../../server/contract/contract.ts'
import { createApi } from '../../../../web/client/api.ts'
import { churnTable } from '../../../../web/views/overview/churn-table.ts'
import { trendLines } from '../../../../web/views/overview/trend-data.ts'
import { trendSection } from '../../../../web/views/overview/trend-section.ts'
import { site } from '../../../../web/views/site/site.ts'
import { opened } from '../../../opened.ts'
import { followed } from '../../../server/followed.ts'
import { showView } from '../shown-view.ts'

let trend: AdoptionTrend

const server = opened(followed, async () => {
  trend = await apiOf().get('adoptionTrend', '/adoption/trend')
})

const apiOf = () => createApi(new Map(), new AbortController().signal, server.address)

test('vantage points are lines of their own, named where there are several', () => {
  const h3 = trendLines(trend, 'all', 'list').filter(({ label }) => label.startsWith('HTTP/3,'))
  assert.deepEqual(
    h3.map(({ label, points }) => [label, points.map(({ survey, n }) => [survey, n])]),
    [
      [
        'HTTP/3, Lancaster',
        [
          ['#1', 5],
          ['#3', 6],
          ['#5', 5],
        ],
      ],
      [
        'HTTP/3, Tokyo',
        [
          ['#2', 5],
          ['#4', 6],
        ],
      ],
    ],
  )
})

test('over common sites each point of a line is of the same number of sites', () => {
  const [h3] = trendLines(trend, 'all', 'common').filter(({ label }) => label === 'HTTP/3, Lancaster')
  assert.deepEqual(
    h3?.points.map(({ n, share }) => [n, share]),
    [
      [4, 0.5],
      [4, 0.75],
      [4, 0.5],
    ],
  )
})

test('a survey without a share has no point', () => {
  const [point] = trend.points
  const empty = { ...point, rows: point?.rows.map((row) => ({ ...row, ofAll: null })) }
  const lines = trendLines({ ...trend, points: [empty] } as AdoptionTrend, 'all', 'list')
  assert.deepEqual(new Set(lines.map(({ points }) => points.length)), new Set([0]))
})

test('the table tells for good, to and fro, and list churn apart', async () => {
  const { texts } = await showView(() => churnTable(trend, 'h3', 'HTTP/3'))
  assert.deepEqual(texts('th').slice(-3), ['#1 to #3, Lancaster', '#3 to #5, Lancaster', '#2 to #4, Tokyo'])
  const cells = texts('td')
  assert.deepEqual(
    [0, 9, 18].map((from) => cells.slice(from, from + 6)),
    [
      ['1', '1', '1', '1', '1', '0'],
      ['0', '0', '1', '1', '0', '0'],
      ['0', '0', '0', '1', '0', '0'],
    ],
  )
  assert.match(cells[6] ?? '', /^\+25\.0 \(−46\.1 to \+74\.7\)$/)
})

test('a single survey has no table of changes and no choice of sites', async () => {
  const [series] = trend.series
  const one = {
    points: trend.points.slice(0, 1),
    series: [{ ...series, surveyIds: [1], steps: [], points: series?.points.slice(0, 1) }],
  } as AdoptionTrend
  const { root } = await showView((context) => trendSection(context, { until: 1, trend: one }))
  assert.equal(root.querySelector('#churn'), null)
  assert.equal(root.querySelector('select'), null)
  assert.equal(root.querySelector('#by-vantage'), null)
})

test('the overview compares vantage points, and links the changes as a feed', async () => {
  const { root, text } = await showView((context) => trendSection(context, { until: 5, trend }), {
    api: apiOf(),
  })
  assert.match(root.querySelector('#trend')?.textContent ?? '', /^Adoption over surveys, Lancaster/)
  assert.match(root.querySelector('#trend-2')?.textContent ?? '', /^Adoption over surveys, Tokyo/)
  assert.match(root.querySelector('#by-vantage')?.textContent ?? '', /HTTP\/3 by vantage point/)
  assert.match(text, /Each change by its site: JSON, CSV, Atom feed/)
  const facts = root.querySelector('#vantage-facts')?.textContent ?? ''
  assert.match(facts, /vantage pointLancasterTokyo/)
  assert.match(facts, /placenot knownnot knownnetworkAS64500AS64500/)
  assert.match(facts, /public IPv4yesyespublic IPv6not knownnot known/)
  assert.match(facts, /RTT to reference\.test10\.0 ms250\.0 ms/)
  assert.match(facts, /clock, less the database’s−0\.5 ± 1\.5 ms−0\.5 ± 1\.5 ms/)
  assert.doesNotMatch(facts, /unused/)
})

test('the page of a site compares vantage points and lists what changed', async () => {
  const { texts, text } = await showView((context) => site(context, 'flaps.test'), { api: apiOf() })
  assert.deepEqual(texts('h2').slice(0, 2), ['From each vantage point', 'What changed'])
  assert.match(text, /RTT to reference\.test(10\.0 ms250|250\.0 ms10)\.0 ms/)
  assert.match(text, /\(#5\)lost, to and froHTTP\/3 answered a GET/)
})
