import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Meta } from '../../../server/contract/contract.ts'
import { type CitedView, citationBibtex, citationText, pictureLines } from '../../../web/citation/citation.ts'
import {
  campaignSource,
  fieldSiteSource,
  labRunSource,
  loadRunSource,
  releaseSource,
  SANDBOX_CAVEAT,
  siteCampaignSource,
  sourceWords,
  surveySource,
  trendSource,
} from '../../../web/citation/source.ts'
import { servedApi } from '../views/served-api.ts'

let meta: Meta

before(async () => {
  meta = await (await servedApi()).api.get('meta', '/meta')
})

const LINK = {
  ...{ rttMs: 50, jitterMs: 0, downMbps: 20, upMbps: 10, lossDown: 0, lossUp: 0, queuePackets: 256 },
  ...{ downTrace: null, upTrace: null },
}

test('a campaign is named with its day, n, link, vantage point and browser', async () => {
  const { api } = await servedApi()
  const [campaign] = (await api.get('campaigns', '/campaigns')).campaigns.toReversed()
  assert.ok(campaign)
  const seen = { ...campaign, configuredLink: LINK, vantage: 'Frankfurt', filmstrips: false }
  const source = campaignSource(seen)
  assert.equal(
    sourceWords(source),
    'Campaign 1 of 2026-11-21: 3 sites, up to 12 rounds, link: 50 ms round trip, 20/10 Mbit/s, queue of 256, ' +
      'from Frankfurt, Chrome 156, warm browser, in the sandbox, with servers of our own.',
  )
  assert.deepEqual(source.choices, { campaign: '1' })
  assert.equal(source.caveat, SANDBOX_CAVEAT)
  assert.equal(campaignSource({ ...campaign, sandbox: false }).caveat, null)
  assert.match(
    sourceWords(campaignSource({ ...campaign, filmstrips: true })),
    /with screenshots during every load, which can slow it/,
  )
  const undelayed = { ...campaign, configuredLink: null }
  assert.match(sourceWords(campaignSource(undelayed)), /no delay: differences are processor time/)
  assert.doesNotMatch(sourceWords(campaignSource({ ...undelayed, sandbox: false })), /delay/)
})

test('of a site its valid loads are n, and those left out are said', async () => {
  const { api } = await servedApi()
  const [campaign] = (await api.get('site', '/sites/site1.test')).campaigns
  assert.ok(campaign)
  const valid = campaign.counts.reduce((sum, each) => sum + each.valid, 0)
  assert.match(siteCampaignSource(campaign).size, new RegExp(`^${valid} valid loads, \\d+ left out$`))
})

test('surveys, trends, lab runs and releases are named, made-up ones as such', async () => {
  const { api } = await servedApi()
  const [survey] = (await api.get('surveys', '/surveys')).surveys
  assert.ok(survey)
  assert.equal(surveySource(survey).size, '30 sites of list.csv')
  const listed = { ...survey, list: { ...survey.list, trancoId: 'K2VGW' } }
  assert.equal(surveySource(listed).size, '30 sites of Tranco list K2VGW')
  const trend = await api.get('adoptionTrend', '/adoption/trend')
  const [point] = trend.points
  assert.ok(point)
  assert.equal(trendSource(trend, 1)?.name, 'Survey 1')
  const several = { points: [point, { ...point, surveyId: 4, createdAt: '2026-12-24T00:00:00.000Z' }] }
  assert.equal(trendSource(several, 4)?.fileWords, 'surveys-1-to-4-2026-12-24')
  assert.equal(trendSource(several, 4)?.date, '2026-11-21 to 2026-12-24')
  assert.deepEqual(trendSource(several, 5)?.choices, { until: '5' })
  assert.equal(trendSource({ points: [] }, 1), null)
  const [run] = (await api.get('labRuns', '/lab/runs')).runs
  assert.ok(run)
  assert.match(
    sourceWords(labRunSource(run)),
    /^Lab run 1 \(.+\) of 2026-11-21: \d+ conditions, emulated links\.$/,
  )
  const [load] = (await api.get('loadRuns', '/load/runs')).runs
  assert.ok(load)
  assert.match(
    sourceWords(loadRunSource(load)),
    /^Load run 1 \(mine\) of 2026-11-23: 6 loads, up to 3 repetitions each, link: 85 ms round trip/,
  )
  const madeUp = releaseSource('SYNTHETIC', null, '0 released sites')
  assert.equal(madeUp.caveat, 'Made up: no volunteer contributed to it.')
  assert.equal(madeUp.fileWords, 'SYNTHETIC')
  const found = await api.get('fieldSite', '/field/sites/site1.test', { lab: '1:2' })
  assert.match(sourceWords(fieldSiteSource(found)), /beside campaign 1 of 2026-11-21, beside campaign 2 of/)
})

test('BibTeX has what LaTeX would read otherwise escaped, and the address as it is', () => {
  const source = { ...releaseSource('A_B', '2026-10-05', '3 sites & 100 %'), caveat: null }
  const view: CitedView = {
    ...{ title: 'a_b.test', subject: 'what # 1 is', sources: [source], meta },
    ...{ href: 'http://towline.test/sites?q=50%25&rows=a_b#x', accessedDay: '2027-01-02' },
  }
  const bibtex = citationBibtex(view)
  assert.match(bibtex, /^@misc\{towline-a_b-test-2026,$/m)
  assert.match(bibtex, /title = \{\{a\\_b\.test: what \\# 1 is\}\},/)
  assert.match(bibtex, /note = \{Field study A\\_B of the week of 2026-10-05: 3 sites \\& 100 \\%,/)
  assert.ok(bibtex.includes('howpublished = {\\url{http://towline.test/sites?q=50%25&rows=a_b#x}},'))
  assert.match(citationText(view), /^towline contributors \(2026\)\. “a_b\.test: what # 1 is”\./)
  assert.match(
    citationText(view),
    /http:\/\/towline\.test\/sites\?q=50%25&rows=a_b#x \(accessed 2027-01-02\)\.$/,
  )
})

test('a picture says its site, source, what it is not, version, licence and address', () => {
  const source = releaseSource('SYNTHETIC', '2026-10-05', '3 sites')
  const lines = pictureLines('site1.test', source, { ...meta, recorded: true }, 'http://towline.test/#cdf')
  assert.deepEqual(lines, [
    `site1.test. ${sourceWords(source)}`,
    'A recorded demonstration.',
    'Made up: no volunteer contributed to it.',
    `Measured with towline ${meta.tool.version}. Licence of the data: CC-BY-4.0.`,
    'http://towline.test/#cdf',
  ])
  const without = pictureLines(null, source, { ...meta, license: null }, 'http://towline.test/')
  assert.ok(without.some((line) => line.endsWith('No licence is granted for the data.')))
})
