import assert from 'node:assert/strict'
import { test } from 'node:test'
import { site } from '../../../server/routes/site.ts'
import { siteHistory } from '../../../server/routes/site-history.ts'
import { siteVantages } from '../../../server/routes/site-vantages.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'
import { ROUNDS, vantageCampaign } from '../vantage-campaign.ts'

const DOMAIN = 'history.test'

const bench = opened(handlerBench)

const answer = (domain: string, query: Record<string, string> = {}) =>
  bench.answer('siteHistory', siteHistory, { domain }, query)

test('every live campaign of a site has a row of each arm, oldest first, with its conditions compared', async () => {
  const { writer } = bench
  const first = await vantageCampaign(writer, { domain: DOMAIN, gain: 1.2 })
  const phone = await vantageCampaign(writer, { domain: DOMAIN, gain: 1.5, device: 'Pixel 2' })
  const last = await vantageCampaign(writer, { domain: DOMAIN, gain: 2 })
  const found = await answer(DOMAIN)
  assert.equal(found.pending, false)
  assert.deepEqual(
    found.rows.map(({ arm, campaignId, n, sameConditions }) => [arm, campaignId, n, sameConditions]),
    [
      ['h2', first, ROUNDS, true],
      ['h2', phone, ROUNDS, false],
      ['h2', last, ROUNDS, true],
    ],
  )
  const gains = found.rows.map(({ gain }) => gain ?? 0)
  assert.ok((gains[0] ?? 0) < (gains[1] ?? 0) && (gains[1] ?? 0) < (gains[2] ?? 0), `${gains}`)
  const shown = await answer(DOMAIN, { campaign: String(phone) })
  assert.deepEqual(
    shown.rows.map(({ sameConditions }) => sameConditions),
    [false, true, false],
  )
  const vantages = await bench.answer('siteVantages', siteVantages, { domain: DOMAIN }, {})
  const { ratio, ratioInterval, differs, smallestDetectablePercent, ...same } =
    vantages.rows[0] ?? assert.fail()
  assert.deepEqual({ ...same, sameConditions: true }, found.rows[2], 'the same row as /vantages has')
})

test('what surveys found of the site stands beside', async () => {
  const { rows, surveys } = await answer('site1.test')
  assert.ok(rows.length > 0)
  const visit = await bench.answer('site', site, { domain: 'site1.test' })
  const { visitedAt, facts } = visit.survey ?? assert.fail()
  assert.deepEqual(
    surveys.map(({ visitedAt, h2, h3 }) => [visitedAt, h2, h3]),
    [[visitedAt, facts.h2, facts.h3]],
  )
})

test('a site that no live campaign has loaded has no such answer, nor has a campaign that is not there', async () => {
  for (const domain of ['site3.test', 'nowhere.test'])
    await assert.rejects(answer(domain), { code: 'not_found' })
  await assert.rejects(answer(DOMAIN, { campaign: '999999' }), { code: 'not_found' })
})
