import assert from 'node:assert/strict'
import { test } from 'node:test'
import { field, thresholdWords } from '../../../../web/views/field/field.ts'
import { fieldTable } from '../../../../web/views/field/field-table.ts'
import { NO_DEFAULTS } from '../no-defaults.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

test('a study has its facts and its released sites', async () => {
  const given = await servedApi()
  const { api } = given
  const { studies } = await api.get('field', '/field')
  const [study] = studies
  assert.ok(study?.release)
  const { text, texts } = await showView(field, { api, pathname: '/field' })
  assert.match(text, new RegExp(`newest releaseweek of ${study.release.week}`))
  assert.equal(texts('[scope=row]').length, study.release.sites)
})

test('without a study the page says how one is opened', async () => {
  const { text } = await showView(field, { answers: { '/field': { studies: [] }, '/defaults': NO_DEFAULTS } })
  assert.match(text, /No study has been opened here.*towline contributions open/)
})

test('a search that finds nothing says so', async () => {
  const { api } = await servedApi()
  const { studies } = await api.get('field', '/field')
  const list = studies[0]?.list ?? ''
  const { text } = await showView((context) => fieldTable(context, list), {
    api,
    search: 'q=nothing-like-it',
  })
  assert.match(text, /No released site matches/)
})

test('what is needed to be published is said, and how far a vote is moved', () => {
  const thresholds = { contributors: 20, samples: 50, blur: 0, windowDays: 28 } as never
  assert.match(thresholdWords({ thresholds }), /^A curve is published from 20 contributors and 50 loads on/)
  assert.doesNotMatch(thresholdWords({ thresholds }), /moved at random/)
  const blurred = { contributors: 1, samples: 1, blur: 0.1, windowDays: 28 } as never
  assert.match(thresholdWords({ thresholds: blurred }), /from 1 contributor and 1 load on.*more than 7 %/)
})
