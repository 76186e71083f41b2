import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyedSites } from '../../../db/survey/survey-sites.ts'
import { type Answer, ENDPOINTS, type EndpointName } from '../../../server/contract/contract.ts'
import { adoptionDiff } from '../../../stats/survey/adoption-diff.ts'
import { opened } from '../../opened.ts'
import { answering } from '../../stats/survey/surveyed-site.ts'
import { followed } from '../followed.ts'
import { csvCells } from '../served.ts'

const server = opened(followed)

async function answer<Name extends EndpointName>(name: Name, path: string): Promise<Answer<Name>> {
  const response = await fetch(`${server.address}/api/v1${path}`)
  assert.equal(response.status, 200)
  return ENDPOINTS[name].answer.parse(await response.json()) as Answer<Name>
}

test('a trend has a series for each vantage point, and never pools two', async () => {
  const { series } = await answer('adoptionTrend', '/adoption/trend')
  assert.deepEqual(
    series.map(({ list, vantage, surveyIds, common }) => [list, vantage, surveyIds, common]),
    [
      ['list.csv, first 100', 'Lancaster', [1, 3, 5], 4],
      ['list.csv, first 100', 'Tokyo', [2, 4], 5],
    ],
  )
  const h3 = series.map(({ points }) => points.map(({ rows }) => rows.find(({ row }) => row === 'h3')?.count))
  assert.deepEqual(h3, [
    [2, 3, 2],
    [0, 0],
  ])
})

test('a trend and its changes end with the survey that is named, whatever came after it', async () => {
  const { series, points } = await answer('adoptionTrend', '/adoption/trend?until=3')
  assert.deepEqual(
    points.map(({ surveyId }) => surveyId),
    [1, 2, 3],
  )
  assert.deepEqual(
    series.map(({ surveyIds, common }) => [surveyIds, common]),
    [
      [[1, 3], 5],
      [[2], 5],
    ],
  )
  const { rows } = await answer('changes', '/changes?until=3')
  assert.deepEqual(
    rows.map(({ domain, flapping }) => [domain, flapping]),
    [
      ['gains.test', false],
      ['flaps.test', false],
      ['gone.test', false],
    ],
  )
  for (const path of ['adoption/trend', 'changes']) {
    const response = await fetch(`${server.address}/api/v1/${path}?until=77`)
    assert.equal(response.status, 404, path)
    assert.deepEqual(await response.json(), {
      error: 'not_found',
      message: 'There is no such finished survey of a list.',
    })
  }
})

test('the steps of a trend are what `survey diff` computes of the same surveys', async () => {
  const { series } = await answer('adoptionTrend', '/adoption/trend')
  await using db = await openDatabase({ url: server.database, readOnly: true })
  for (const { steps } of series)
    for (const { beforeId, afterId, rows, both, onlyBefore, onlyAfter } of steps) {
      const diff = await adoptionDiff(
        answering(await Array.fromAsync(surveyedSites(db, beforeId))),
        answering(await Array.fromAsync(surveyedSites(db, afterId))),
      )
      assert.deepEqual([both, onlyBefore, onlyAfter], [diff.both, diff.onlyBefore, diff.onlyAfter])
      for (const [index, row] of rows.entries()) {
        const { label: _label, gainedFlapping: _gained, lostFlapping: _lost, ...counts } = row
        const {
          before: _before,
          after: _after,
          gainedExamples: _g,
          lostExamples: _l,
          ...expected
        } = diff.rows[index] ?? assert.fail()
        assert.deepEqual(counts, expected)
      }
    }
})

test('changes are listed newest first, between surveys of one vantage point', async () => {
  const { total, rows } = await answer('changes', '/changes')
  assert.equal(total, 5)
  assert.deepEqual(
    rows.map((row) => [row.domain, row.row, row.change, row.sinceSurveyId, row.surveyId, row.flapping]),
    [
      ['flaps.test', 'h3', 'lost', 3, 5, true],
      ['gap.test', 'h3', 'lost', 1, 5, false],
      ['gains.test', 'h3', 'gained', 1, 3, false],
      ['flaps.test', 'h3', 'gained', 1, 3, true],
      ['gone.test', 'h3', 'lost', 1, 3, false],
    ],
  )
})

for (const [query, total] of [
  ['domain=flaps.test', 2],
  ['q=GA', 2],
  ['change=gained', 2],
  ['flapping=no', 3],
  ['row=h2', 0],
  ['vantage=Tokyo', 0],
  ['vantage=Lancaster&change=lost&flapping=no', 2],
] as const)
  test(`changes can be chosen: ${query}`, async () => {
    assert.equal((await answer('changes', `/changes?${query}`)).total, total)
  })

test('changes have pages', async () => {
  const { total, rows } = await answer('changes', '/changes?pageSize=2&page=3')
  assert.deepEqual([total, rows.map(({ domain }) => domain)], [5, ['gone.test']])
  assert.deepEqual((await answer('changes', '/changes?page=9')).rows, [])
})

test('the CSV of changes and of the trend holds what the JSON holds', async () => {
  const table = async (path: string) => {
    const response = await fetch(`${server.address}/api/v1${path}`)
    const [heading = [], ...rows] = csvCells(await response.text())
    return rows.map((row) => Object.fromEntries(heading.map((name, index) => [name, row[index]])))
  }
  const rows = await table('/changes?format=csv&pageSize=2')
  assert.deepEqual(
    rows.map((row) => [row.domain, row.change, row.since_survey_id, row.survey_id, row.flapping]),
    (await answer('changes', '/changes')).rows.map((row) => [
      ...[row.domain, row.change, String(row.sinceSurveyId), String(row.surveyId), String(row.flapping)],
    ]),
  )
  const trend = await table('/adoption/trend?format=csv')
  const third = trend.find(({ survey_id: id, row }) => id === '3' && row === 'h3')
  assert.deepEqual(
    [third?.vantage, third?.common_sites, third?.common_count, third?.common_share],
    ['Lancaster', '4', '3', '0.75'],
  )
  assert.deepEqual(
    [third?.before_survey_id, third?.gained, third?.gained_flapping, third?.lost, third?.difference],
    ['1', '2', '1', '1', '0.25'],
  )
})

test('a site lists its own changes, and what each vantage point found', async () => {
  const detail = await answer('site', '/sites/flaps.test')
  assert.deepEqual(detail.changes, (await answer('changes', '/changes?domain=flaps.test')).rows)
  assert.deepEqual(
    detail.vantages.map(({ vantage, surveyId, h3, rttMs }) => [vantage, surveyId, h3, rttMs]),
    [
      ['Lancaster', 5, false, 10],
      ['Tokyo', 4, false, 250],
    ],
  )
})

test('the feed has an entry a change, with identifiers that stay', async () => {
  const read = async (query: string) => {
    const response = await fetch(`${server.address}/api/v1/changes?format=atom${query}`)
    assert.match(response.headers.get('content-type') ?? '', /^application\/atom\+xml/)
    return response.text()
  }
  const feed = await read('')
  assert.equal([...feed.matchAll(/<entry>/g)].length, 5)
  const ids = (xml: string) => [...xml.matchAll(/<id>(urn:uuid:[0-9a-f-]{36})<\/id>/g)].map(([, id]) => id)
  assert.equal(new Set(ids(feed)).size, 6)
  assert.ok(ids(await read('&domain=gap.test')).every((id) => ids(feed).includes(id)))
  assert.match(feed, /<title>flaps\.test lost: HTTP\/3 answered a GET<\/title>/)
  assert.match(feed, /between survey 3 .* and survey 5 .* Seen from Lancaster\. It changes to and fro\./)
  assert.match(feed, /<link rel="alternate" href="\.\.\/\.\.\/sites\/flaps\.test"\/>/)
})
