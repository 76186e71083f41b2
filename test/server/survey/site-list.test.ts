import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listedSites } from '../../../server/survey/site-list.ts'
import type { SurveyedRow } from '../../../server/survey/surveyed-rows.ts'

const surveyed = (domain: string): SurveyedRow => ({
  ...{ domain, rank: 1, rankMagnitude: null, reachable: true, http: true, h1: true, h2: true, h3: false },
  ...{ h3Claimed: false, cdn: null, server: null, rttMs: 9, surveyed: true, campaignId: null, site: null },
})
const page = (domain: string, campaignId: number, site: number) => ({
  ...{ domain, campaignId, vantage: null, site, rank: null, labRunId: null },
  url: `https://${domain}/`,
})

test('a domain has one row: of the survey with its first page, or of a campaign alone', () => {
  const rows = listedSites(
    [surveyed('a.test'), surveyed('b.test')],
    [page('a.test', 2, 0), page('a.test', 1, 5), page('c.test', 1, 3)],
  )
  assert.deepEqual(
    rows.map((row) => [row.domain, row.surveyed, row.campaignId, row.site, row.h2]),
    [
      ['a.test', true, 2, 0, true],
      ['b.test', true, null, null, true],
      ['c.test', false, 1, 3, null],
    ],
  )
})
