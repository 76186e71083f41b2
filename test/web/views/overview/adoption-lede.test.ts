import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Adoption, Survey } from '../../../../server/contract/contract.ts'
import { adoptionLede, surveyFacts } from '../../../../web/views/overview/adoption-lede.ts'
import { failureTables } from '../../../../web/views/overview/failure-tables.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

/** n, shares of h2 and h3, claims, claims that are served, those that are not, sites that are unknown, and the sentence. */
const CASES = [
  [
    156,
    0.506,
    0.141,
    39,
    21,
    18,
    0,
    'Of 156 sites, 50.6 % answer HTTP/2 and 14.1 % answer HTTP/3. Of the 39 that claim HTTP/3, 21 (53.8 %) really serve it.',
  ],
  [1, 1, 0, 0, 0, 0, 0, 'The one site of this survey answers HTTP/2. None claims HTTP/3.'],
  [
    1,
    0,
    0,
    0,
    0,
    0,
    1,
    'The one site of this survey answers neither HTTP/2 nor HTTP/3, as far as could be found out. None is known to claim HTTP/3.',
  ],
  [
    10,
    0.5,
    0.1,
    4,
    1,
    1,
    2,
    'Of 10 sites, 50.0 % answer HTTP/2 and 10.0 % answer HTTP/3. Of the 4 that claim HTTP/3, 1 (25.0 %) really serve it; of 2 it could not be found out.',
  ],
  [
    1,
    0,
    0,
    1,
    0,
    1,
    0,
    'The one site of this survey answers neither HTTP/2 nor HTTP/3. One claims HTTP/3, and does not serve it.',
  ],
] as const

for (const [n, h2, h3, claimed, served, notServed, unknown, words] of CASES) {
  test(`the finding claims no more than was seen: ${words.slice(0, 44)}`, async () => {
    const row = (name: string, count: number, share: number) => ({
      row: name,
      count,
      unknown,
      ofAll: { share },
    })
    const rows = [
      row('h2', 1, h2),
      row('h3', 1, h3),
      row('h3Claimed', claimed, 0),
      row('h3ClaimedServed', served, 0),
      row('h3ClaimedNotServed', notServed, 0),
    ]
    const adoption = { n, rows } as unknown as Adoption
    assert.equal((await showView(() => adoptionLede({} as Survey, adoption))).text, words)
  })
}

test('a protocol that could not be found out of any site is not taken for a survey of no site', async () => {
  const row = (name: string, count: number, ofAll: { share: number } | null) => ({
    ...{ row: name, count, unknown: ofAll === null ? 206 : 0, ofAll },
  })
  const lede = async (claimed: number) => {
    const rows = [
      row('h2', 101, { share: 0.49 }),
      row('h3', 0, null),
      row('h3Claimed', claimed, { share: 0.2 }),
    ]
    return (await showView(() => adoptionLede({} as Survey, { n: 206, rows } as unknown as Adoption))).text
  }
  assert.equal(
    await lede(39),
    'Of 206 sites, 49.0 % answer HTTP/2 and an unknown share answers HTTP/3. 39 claim HTTP/3; whether they serve it could not be found out.',
  )
  assert.match(await lede(1), /One claims HTTP\/3; whether it serves it could not be found out\.$/)
})

test('a survey of no site says so', async () => {
  const survey = { createdAt: '2026-11-21T10:00:00.000Z' } as Survey
  const { text } = await showView(() => adoptionLede(survey, { n: 0, rows: [] } as unknown as Adoption))
  assert.equal(text, 'The survey of 2026-11-21 visited no site.')
})

test('the facts name list, day and sites; a failure code comes with what it means', async () => {
  const { server, api } = await servedApi()
  const { surveyId } = server.fixture
  const survey = await api.get('survey', `/surveys/${surveyId}`)
  const adoption = await api.get('adoption', `/surveys/${surveyId}/adoption`)
  const strip = await showView(() => surveyFacts(survey, adoption))
  assert.match(strip.text, /surveyed2026-11-21.*sites30reachable24 \(80\.0 %\)/)
  const failures = await showView(() => failureTables(adoption))
  assert.match(failures.text, /tcp_timeout no answer to our SYN within the time limit6/)
})
