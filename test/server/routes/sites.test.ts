import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sites as SITES } from '../../../figures/sites.ts'
import { figureCsv } from '../../../server/http/figure-csv.ts'
import { sites } from '../../../server/routes/sites.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

for (const [title, query, total] of [
  ['all, those that only a campaign has included', {}, 31],
  ['that were probed', { probed: 'yes' }, 3],
  ['that were not', { probed: 'no' }, 28],
  ['of a CDN', { cdn: 'fastly' }, 12],
  ['of a CDN in other letters', { cdn: 'FASTly' }, 12],
  ['of no known CDN', { cdn: 'None' }, 18],
  ['that do not speak HTTP/2', { protocol: 'no-h2' }, 12],
  ['by part of the domain', { q: 'unlist' }, 1],
  ['with the values of a campaign', { campaign: '2' }, 34],
  ['of a campaign', { campaign: '2', probed: 'yes' }, 4],
  ['of a survey', { survey: '1' }, 31],
] as const)
  test(`sites ${title}: ${total}`, async () => {
    const answer = await bench.answer('sites', sites, {}, { ...query, pageSize: '500' })
    assert.deepEqual([answer.total, answer.rows.length], [total, total])
  })

test('a table has columns for each arm but the baseline', async () => {
  const { heading } = figureCsv(SITES, await bench.answer('sites', sites, {}, { baseline: 'h2' }))
  assert.ok(heading.includes('gain_h1_low') && heading.includes('verdict_h3_altsvc'))
  assert.ok(!heading.includes('gain_h2'))
})

test('each row says from where its campaign measured, and the answer from where its survey did', async () => {
  await using own = await handlerBench()
  await own.writer.write(async (query) => {
    await query("UPDATE campaigns SET vantage = 'Tokyo' WHERE id = ?", [own.fixture.campaignId])
    await query("UPDATE surveys SET vantage = 'Lancaster'")
  })
  const answer = await own.answer('sites', sites, {}, { pageSize: '500' })
  const { rows, surveyVantage } = answer
  assert.equal(surveyVantage, 'Lancaster')
  for (const { campaignId, campaignVantage } of rows)
    assert.equal(campaignVantage, campaignId === null ? null : 'Tokyo')
  assert.equal(rows.filter(({ campaignVantage }) => campaignVantage === 'Tokyo').length, 3)

  const { heading, rows: records } = figureCsv(SITES, answer)
  const cells = (column: string) => records.map((record) => record[heading.indexOf(column)])
  assert.deepEqual(new Set(cells('survey_id')), new Set([own.fixture.surveyId]))
  assert.deepEqual(new Set(cells('survey_vantage')), new Set(['Lancaster']))
  assert.deepEqual(
    cells('campaign_vantage'),
    rows.map(({ campaignVantage }) => campaignVantage),
  )
  assert.ok(!heading.includes('vantage'), 'of which of the two would not be clear')
})
