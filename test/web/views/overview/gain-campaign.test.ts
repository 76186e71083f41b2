import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Campaign, Survey } from '../../../../server/contract/contract.ts'
import { adoptionSurvey } from '../../../../web/views/overview/adoption-survey.ts'
import { gainCampaign } from '../../../../web/views/overview/gain-campaign.ts'
import { NO_DEFAULTS } from '../no-defaults.ts'

/** Newest first, as the API lists them: id and lab run. */
const LIST = (
  [
    [5, null],
    [4, 2],
    [3, null],
  ] as const
).map(([id, labRunId]) => ({ id, labRunId }) as Campaign)

const DEFAULTS = {
  campaign: { ...NO_DEFAULTS.campaign, id: 3 },
  survey: { ...NO_DEFAULTS.survey, id: 7 },
}

const CASES = [
  ['', 3, 'the one that pages open with'],
  ['campaign=5', 5, 'another, where it is asked for'],
  ['campaign=4', 3, 'never one of a lab run'],
  ['campaign=99', 3, 'one that is not there falls back'],
] as const

for (const [search, id, title] of CASES) {
  test(`gains are from one live campaign: ${title}`, () => {
    assert.equal(gainCampaign(new URLSearchParams(search), LIST, DEFAULTS)?.id, id)
  })
}

test('no live campaign is none', () => {
  assert.equal(gainCampaign(new URLSearchParams(), LIST, NO_DEFAULTS), null)
})

test('adoption is from the survey that pages open with, or a finished one that is asked for', () => {
  const surveys = (
    [
      [9, 'finished'],
      [8, 'running'],
      [7, 'finished'],
    ] as const
  ).map(([id, state]) => ({ id, state }) as Survey)
  const chosen = (search: string) => adoptionSurvey(new URLSearchParams(search), surveys, DEFAULTS)?.id
  assert.deepEqual([chosen(''), chosen('survey=9'), chosen('survey=8')], [7, 9, 7])
  assert.equal(adoptionSurvey(new URLSearchParams(), [], NO_DEFAULTS), null)
})
