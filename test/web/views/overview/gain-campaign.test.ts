import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Campaign, Survey } from '../../../../server/contract/contract.ts'
import { adoptionSurvey } from '../../../../web/views/overview/adoption-survey.ts'
import { gainCampaign } from '../../../../web/views/overview/gain-campaign.ts'

/** Newest first, as the API lists them: id, sites, lab run. */
const CAMPAIGNS = [
  [5, 1, null],
  [4, 300, 2],
  [3, 8, null],
  [2, 12, null],
] as const

const LIST = CAMPAIGNS.map(([id, sites, labRunId]) => ({ id, sites, labRunId }) as Campaign)

const CASES = [
  ['', 3, 'the newest that is not much smaller than the largest'],
  ['campaign=5', 5, 'a look at one site, where it is asked for'],
  ['campaign=4', 3, 'never one of a lab run'],
  ['campaign=99', 3, 'one that is not there falls back'],
] as const

for (const [search, id, title] of CASES) {
  test(`gains are from one live campaign: ${title}`, () => {
    assert.equal(gainCampaign(new URLSearchParams(search), LIST)?.id, id)
  })
}

test('no live campaign is none', () => {
  assert.equal(gainCampaign(new URLSearchParams(), LIST.slice(1, 2)), null)
})

test('adoption is from the newest finished survey that is not much smaller than the largest', () => {
  const surveys = [
    [9, 1, 'finished'],
    [8, 500, 'running'],
    [7, 100, 'finished'],
    [6, 150, 'finished'],
  ].map(([id, sites, state]) => ({ id, sites, state }) as Survey)
  const chosen = (search: string, latestId: number | null = null) =>
    adoptionSurvey(new URLSearchParams(search), surveys, latestId)?.id ?? null
  assert.deepEqual([chosen(''), chosen('survey=9'), chosen('survey=8')], [7, 9, 7])
  assert.equal(chosen('', 6), 6, 'one that is newer than the newest of a list is of named sites')
  assert.equal(adoptionSurvey(new URLSearchParams(), [], null), null)
})
