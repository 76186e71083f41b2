import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Api, apiUrl } from '../../../web/client/api.ts'
import { fieldSite } from '../../../web/views/field/field-site.ts'
import { lab } from '../../../web/views/lab/lab.ts'
import { load } from '../../../web/views/load/load.ts'
import { overview } from '../../../web/views/overview/overview.ts'
import { pages } from '../../../web/views/pages/pages.ts'
import { replay } from '../../../web/views/replay/replay.ts'
import { site } from '../../../web/views/site/site.ts'
import { sites } from '../../../web/views/sites/sites.ts'
import type { View, ViewContext } from '../../../web/views/view.ts'
import { heldCampaign, newSite } from '../../db/campaign/probing.ts'
import { openServedApi, type ServedApi } from './served-api.ts'
import { type Shown, showView } from './shown-view.ts'

/** Lists from which is chosen, and what is known of all vantage points, are of no one id; a sample is its own. */
const OF_NO_ID = /^\/(campaigns|surveys|lab\/runs|load\/runs|defaults|field|vantages|samples\/\d+\/.*)$/

let served: ServedApi

before(async () => {
  served = await openServedApi()
  // Newer than the campaign of the addresses: what resolved its data for itself would show this one.
  await heldCampaign(served.server.writer, { sites: [newSite('site1.test'), newSite('site2.test')] })
})

type Page = (context: ViewContext) => View

/** By the choices that each page knows; the ids are those of the fixture. */
const PAGES: readonly (readonly [path: string, page: Page, choices: readonly string[]])[] = [
  ['/', overview, ['campaign', 'survey', 'until']],
  ['/sites', sites, ['campaign', 'survey']],
  ['/sites/site1.test', (context) => site(context, 'site1.test'), ['campaign', 'survey']],
  ['/pages', pages, ['campaign']],
  ['/lab', lab, ['run']],
  ['/replay', replay, ['run']],
  ['/load', load, ['run']],
  ['/field/site1.test', (context) => fieldSite(context, 'site1.test'), ['campaign']],
]

interface Opened extends Shown {
  /** Path and query of each request that was made. */
  readonly asked: readonly URL[]
}

async function open(
  { freshApi, meta }: ServedApi,
  pathname: string,
  page: Page,
  search: string,
): Promise<Opened> {
  const [api, asked] = [freshApi(), [] as URL[]]
  const noting: Api = {
    get(name, path, query = {}) {
      asked.push(new URL(apiUrl(path, query).slice('/api/v1'.length), 'http://api'))
      return api.get(name, path, query)
    },
  }
  return { ...(await showView(page, { api: noting, meta, pathname, search })), asked }
}

/** The ids that a request names, in its path or its query. */
function namedBy({ pathname, searchParams }: URL): readonly (readonly [choice: string, id: string])[] {
  const [, kind, id] = /^\/(campaigns|surveys|lab\/runs|load\/runs)\/(\d+)/.exec(pathname) ?? []
  const inPath = { campaigns: 'campaign', surveys: 'survey', 'lab/runs': 'run', 'load/runs': 'run' }[
    kind ?? ''
  ]
  return [
    ...(inPath === undefined || id === undefined ? [] : [[inPath, id] as const]),
    ...[...searchParams].filter(([name]) => name === 'campaign' || name === 'survey' || name === 'until'),
  ]
}

for (const [path, page, choices] of PAGES) {
  test(`every request of ${path} names the data that its address names`, async () => {
    const { campaignId, labCampaignId, surveyId, labRunId, loadRunId } = served.server.fixture
    const run = path === '/load' ? loadRunId : labRunId
    const campaign = path === '/lab' || path === '/replay' ? labCampaignId : campaignId
    const ids: Readonly<Record<string, number>> = { campaign, survey: surveyId, until: surveyId, run }
    const search = choices.map((choice) => `${choice}=${ids[choice]}`).join('&')
    const { asked, pinned } = await open(served, path, page, search)
    const ofData = asked.filter(({ pathname }) => !OF_NO_ID.test(pathname))
    assert.ok(ofData.length > 0)
    for (const request of ofData) {
      const named = namedBy(request)
      assert.ok(named.length > 0, `${request.pathname}${request.search} names nothing`)
      for (const [choice, id] of named) assert.equal(id, String(ids[choice]), `${request}`)
    }
    for (const choice of choices) {
      assert.ok(ofData.some((request) => namedBy(request).some(([name]) => name === choice)))
      assert.equal(pinned[choice], String(ids[choice]), `a citation of ${path} names its ${choice}`)
    }
  })

  test(`${path} says that data is not there, and shows no other`, async () => {
    for (const choice of choices) {
      const { asked, text } = await open(served, path, page, `${choice}=999`)
      assert.match(text, /404: There is no .*What this page opens with/, choice)
      for (const request of asked)
        for (const [name, id] of namedBy(request)) if (name === choice) assert.equal(id, '999', `${request}`)
    }
  })
}
