import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../../../web/client/api.ts'
import { overview } from '../../../../web/views/overview/overview.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

test('the gains stand before adoption, and adoption before the trend', async () => {
  const { text, root } = await showView(overview, await servedApi())
  assert.equal(root.querySelector('h1')?.textContent, 'What HTTP/2 and HTTP/3 gain')
  const order = ['Gain at each site', 'Claimed and served', 'Adoption over surveys', 'Sites by gain']
  const found = order.map((words) => text.indexOf(words))
  assert.ok(found.every((position) => position > 0))
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  )
})

test('a link to the view names the survey and the campaign that it shows', async () => {
  const given = await servedApi()
  const { surveyId, campaignId } = given.server.fixture
  const { pinned } = await showView(overview, given)
  const survey = String(surveyId)
  assert.deepEqual(pinned, { campaign: String(campaignId), survey, until: survey })
})

test('a survey that failed to load does not take the gains with it', async () => {
  const { api, meta } = await servedApi()
  const broken: typeof api = {
    get: (name, path, query) =>
      name === 'adoption'
        ? Promise.reject(new ApiError(500, 'A fault in towline.'))
        : api.get(name, path, query),
  }
  const shown = await showView(overview, { api: broken, meta })
  assert.deepEqual(
    shown.texts('[role=alert]').map((text) => text.replace('Try again', '')),
    ['Could not load the survey. A fault in towline.'],
  )
  assert.equal(shown.texts('.gain-card').length, 2)
})

test('without a finished survey the page says what will stand here', async () => {
  const { api, meta } = await servedApi()
  const { text } = await showView(overview, { api, meta: { ...meta, latestSurveyId: null } })
  assert.match(text, /No survey is finished yet/)
  assert.doesNotMatch(text, /Adoption over surveys/)
})

test('a server that does not say what data it has is an error in words', async () => {
  await assert.rejects(showView(overview, {}), /does not say what data it has/)
})
