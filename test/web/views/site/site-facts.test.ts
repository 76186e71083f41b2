import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteDetail } from '../../../../server/contract/contract.ts'
import { campaignNote } from '../../../../web/views/site/campaign-note.ts'
import { factStrip, protocolsOf } from '../../../../web/views/site/site-facts.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

const CASES = [
  [[true, true, true], 'HTTP/1.1, HTTP/2, HTTP/3'],
  [[true, false, false], 'HTTP/1.1'],
  [[false, false, false], 'none of them over TLS'],
  [[null, null, null], null],
  [[false, null, false], null],
  [[true, true, null], 'HTTP/1.1, HTTP/2 (HTTP/3 not known)'],
] as const

for (const [[h1, h2, h3], words] of CASES) {
  test(`what could not be found out is not said to be missing: ${h1}, ${h2}, ${h3}`, () => {
    assert.equal(protocolsOf({ h1, h2, h3 }), words)
  })
}

test('the strip says what the survey knows, and “not known” of what it does not', async () => {
  const { api } = await servedApi()
  const detail = await api.get('site', '/sites/site1.test')
  assert.match((await showView(() => factStrip(detail))).text, /^rank1speaksHTTP/)
  const unknown = await showView(() => factStrip({ ...detail, survey: null, campaigns: [] }))
  assert.match(unknown.text, /^ranknot knownspeaksnot knownCDNnot known/)
})

test('a campaign’s note counts loads by arm and says why there are no more', async () => {
  const campaign = {
    campaignId: 2,
    createdAt: '2026-11-21T10:00:00.000Z',
    vantage: 'home',
    url: 'https://a.test/',
    counts: [
      { arm: 'h1', valid: 12, invalid: 0, failed: 0, repeated: 0 },
      { arm: 'h3', valid: 3, invalid: 1, failed: 8, repeated: 2 },
    ],
    state: 'parked',
    stateDetail: '429',
  } as unknown as SiteDetail['campaigns'][number]
  assert.equal(
    (await showView(() => campaignNote(campaign))).text,
    'Campaign 2 of 2026-11-21 from home, page https://a.test/. HTTP/1.1 12 valid; HTTP/3 3 valid, 1 invalid, 8 failed. Rounds repeated since the machine was busy: 2. It asked us to stay away and is parked (429).',
  )
})
