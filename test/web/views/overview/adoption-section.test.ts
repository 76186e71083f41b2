import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adoptionChoices } from '../../../../web/views/overview/adoption-data.ts'
import { adoptionFigures } from '../../../../web/views/overview/adoption-figures.ts'
import { adoptionSection } from '../../../../web/views/overview/adoption-section.ts'
import { NO_DEFAULTS } from '../no-defaults.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

test('adoption is drawn in all, by rank, CDN and stack, over the denominator that is chosen', async () => {
  const { api, server } = await servedApi()
  const { surveyId } = server.fixture
  const survey = await api.get('survey', `/surveys/${surveyId}`)
  const adoption = await api.get('adoption', `/surveys/${surveyId}/adoption`)
  const search = 'of=reachable&row=h2'
  const shown = await showView(
    (context) => adoptionSection(context, { run: survey, runs: [survey], defaults: NO_DEFAULTS, adoption }),
    {
      search,
    },
  )
  assert.deepEqual(shown.texts('h3'), [
    ...['Claimed and served', 'Handshakes and what shortens them'],
    ...['HTTP/2 by rank', 'HTTP/2 by CDN', 'HTTP/2 by stack'],
  ])
  assert.match(shown.text, /share of sites that could be reached/)
  shown.choose('#of', 'all')
  assert.deepEqual(shown.choices, [{ of: null }])
  assert.equal(shown.root.querySelector('#survey'), null, 'one survey leaves nothing to choose')
  const choices = adoptionChoices(new URLSearchParams(search))
  const figures = await showView((context) => adoptionFigures({ context, survey, adoption, choices }))
  assert.match(figures.text, /HTTP\/250\.0 %12/, '12 of 24 that could be reached')
})

test('of several surveys one can be chosen', async () => {
  const { api, server } = await servedApi()
  const { surveyId } = server.fixture
  const survey = await api.get('survey', `/surveys/${surveyId}`)
  const adoption = await api.get('adoption', `/surveys/${surveyId}/adoption`)
  const runs = [{ ...survey, id: 7 }, survey]
  const shown = await showView((context) =>
    adoptionSection(context, { run: survey, runs, defaults: NO_DEFAULTS, adoption }),
  )
  shown.choose('#survey', '7')
  assert.deepEqual(shown.choices, [{ survey: '7', page: null }])
})
