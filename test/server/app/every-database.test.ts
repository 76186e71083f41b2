import assert from 'node:assert/strict'
import { SUBJECT_ROOTS } from '../../../figures/figure.ts'
import { PLAIN_FIGURES, type PlainFigures } from '../../../figures/plain-figures.ts'
import {
  COMPOSITION_SORTS,
  ENDPOINTS,
  type EndpointName,
  FIELD_SITE_SORTS,
  SITE_SORTS,
  SURVEY_SITE_SORTS,
} from '../../../server/contract/contract.ts'
import { onEveryDatabase } from '../../db/databases.ts'
import type { Fixture } from '../fixture.ts'
import { type Served, served } from '../served.ts'

/** Requests of every endpoint, those of the dashboard's pages among them. */
function requests(fixture: Fixture): Readonly<Record<EndpointName, readonly string[]>> {
  const survey = `/surveys/${fixture.surveyId}`
  const site = `/campaigns/${fixture.campaignId}/sites/0`
  const run = `/lab/runs/${fixture.labRunId}`
  const load = `/load/runs/${fixture.loadRunId}`
  const sample = `/samples/${fixture.samples.find(({ state, arm }) => state === 'valid' && arm === 'h2')?.id}`
  return {
    meta: ['/meta'],
    defaults: ['/defaults'],
    paperStatements: ['/papers/statements'],
    paperPoints: ['/papers/points'],
    vantages: ['/vantages'],
    surveys: ['/surveys'],
    survey: [survey],
    adoption: [`${survey}/adoption`],
    surveySites: [
      `${survey}/sites?q=site1&protocol=h2`,
      `${survey}/sites?protocol=no-h3&cdn=none`,
      ...SURVEY_SITE_SORTS.flatMap((sort) => [
        `${survey}/sites?sort=${sort}`,
        `${survey}/sites?sort=${sort}&order=desc&page=2&pageSize=7`,
      ]),
    ],
    adoptionTrend: ['/adoption/trend'],
    changes: ['/changes', '/changes?domain=site1.test&row=h3&change=lost'],
    sites: [
      '/sites?q=SITE1&probed=no',
      '/sites?probed=yes&metric=tow_setup_ms&baseline=h2',
      ...SITE_SORTS.flatMap((sort) => [`/sites?sort=${sort}&gainArm=h3`, `/sites?sort=${sort}&order=desc`]),
    ],
    siteVantages: ['/sites/site1.test/vantages', '/sites/site2.test/vantages?metric=lcp_ms&baseline=h3'],
    siteHistory: ['/sites/site1.test/history', '/sites/site2.test/history?metric=lcp_ms&baseline=h3'],
    site: ['/sites/site1.test', '/sites/site5.test', '/sites/unlisted.test'],
    siteComposition: [
      `/campaigns/${fixture.campaignId}/sites/0/composition`,
      `/campaigns/${fixture.campaignId}/sites/1/composition?arm=h2`,
    ],
    campaigns: ['/campaigns'],
    campaign: [`/campaigns/${fixture.campaignId}`, `/campaigns/${fixture.labCampaignId}`],
    composition: COMPOSITION_SORTS.flatMap((sort) => [
      `/campaigns/${fixture.campaignId}/composition?arm=h2&sort=${sort}`,
      `/campaigns/${fixture.campaignId}/composition?sort=${sort}&order=desc&page=2&pageSize=2`,
    ]),
    compositionCdf: ['domains', 'har_bytes'].map(
      (metric) => `/campaigns/${fixture.campaignId}/composition/cdf?metric=${metric}`,
    ),
    samples: [
      `${site}/samples?metrics=plt_ms,requests`,
      `${site}/samples?arm=h2&state=invalid`,
      `${site}/samples?page=2&pageSize=5`,
    ],
    sample: [sample],
    har: [`${sample}/har`],
    cdf: [`${site}/cdf`, `${site}/cdf?metric=tow_setup_ms&points=11`],
    comparisons: [`${site}/comparisons`, `${site}/comparisons?metric=lcp_ms&baseline=h3`],
    phases: [`${site}/phases`],
    series: [`${site}/series`, `${site}/series?from=3&rounds=4`],
    protocols: [`${site}/protocols`],
    waterfalls: [`${site}/waterfalls`],
    waterfall: [`${site}/waterfall?arm=h1`, `${site}/waterfall?arm=h2`],
    filmstrips: [`${site}/filmstrips`],
    filmstrip: [`${sample}/filmstrip`],
    ranking: ['/ranking', '/ranking?arm=h3&baseline=h2&metric=ttfb_ms'],
    ...plainRequests(fixture),
    labRuns: ['/lab/runs'],
    labRun: [run],
    labGains: [`${run}/gains`, `${run}/gains?metric=retransmissions&baseline=h3`],
    labTree: [`${run}/tree`, `${run}/tree?arm=h3&metric=tow_ms`],
    labCdf: [`${run}/cdf`, `${run}/cdf?metric=retransmissions&fixed.rttMs=20`],
    labShares: [`${run}/shares`, `${run}/shares?fixed.rttMs=20`],
    heatmap: [`${run}/heatmap?x=rttMs&y=initcwnd&arm=h3`],
    lines: [`${run}/lines?x=initcwnd&fixed.rttMs=20`],
    cablelabs: [`${run}/cablelabs`],
    labInitialWindow: [`${run}/initial-window`],
    efficiency: [`${run}/efficiency`],
    labReplay: [`${run}/replay`, `${run}/replay?baseline=h2`],
    loadRuns: ['/load/runs'],
    loadRun: [load],
    loadIntervals: [`${load}/intervals`, `${load}/intervals?server=towline`],
    loadSeconds: [`${load}/seconds?page=2&pageSize=7`, `${load}/seconds?load=3`],
    field: ['/field'],
    fieldStudy: ['/field/study'],
    fieldReference: ['/field/reference'],
    fieldSites: FIELD_SITE_SORTS.flatMap((sort) => [
      `/field/sites?sort=${sort}`,
      `/field/sites?sort=${sort}&order=desc&q=SITE1&page=1&pageSize=1`,
    ]),
    fieldSite: ['/field/sites/site1.test?lab=1:0', '/field/sites/site2.test?metric=wait'],
  }
}

/** One of every plain figure. */
function plainRequests({ campaignId, surveyId, labRunId }: Fixture) {
  const ids = { campaign: campaignId, survey: surveyId, 'lab run': labRunId }
  return Object.fromEntries(
    PLAIN_FIGURES.map(({ name, of, slug }) => [name, [`${SUBJECT_ROOTS[of]}/${ids[of]}/${slug}`]]),
  ) as unknown as Readonly<Record<PlainFigures['name'], readonly string[]>>
}

async function bodyOf(server: Served, path: string): Promise<string> {
  const response = await server.get(path)
  const body = await response.text()
  assert.equal(response.status, 200, `${path}: ${body}`)
  return body
}

onEveryDatabase('the API gives the same answers as from an SQLite file', async (database) => {
  await using here = await served({}, database)
  await using there = await served()
  assert.deepEqual(here.fixture.samples, there.fixture.samples, 'what is in them is the same')
  for (const [name, paths] of Object.entries(requests(here.fixture)) as [EndpointName, readonly string[]][]) {
    for (const path of paths) {
      assert.deepEqual(await here.answer(name, path), await there.answer(name, path), path)
      if (!ENDPOINTS[name].csv) continue
      const table = `${path}${path.includes('?') ? '&' : '?'}format=csv`
      assert.equal(await bodyOf(here, table), await bodyOf(there, table), table)
    }
  }
})
