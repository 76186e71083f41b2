import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsWords } from '../../../../web/views/controls/campaign-conditions.ts'
import { servedApi } from '../served-api.ts'

test('the conditions of a campaign say when, where from, with what, and whether screenshots were taken', async () => {
  const { api } = await servedApi()
  const { campaigns } = await api.get('campaigns', '/campaigns')
  const live = campaigns.find(({ labRunId }) => labRunId === null) ?? assert.fail()
  assert.equal(
    conditionsWords(live),
    `Campaign ${live.id} of 2026-11-21: 3 sites, up to 12 rounds, Chrome 156, warm browser, ` +
      'with screenshots during every load, which can slow it, in the sandbox, with servers of our own.',
  )
  assert.equal(
    conditionsWords({ ...live, filmstrips: false, sandbox: false, browserVersion: null, vantage: 'home' }),
    `Campaign ${live.id} of 2026-11-21: 3 sites, up to 12 rounds, from home, warm browser.`,
  )
})
