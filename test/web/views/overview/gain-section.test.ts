import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ranking } from '../../../../server/contract/contract.ts'
import { gainSection, lackingNote, pairsOf } from '../../../../web/views/overview/gain-section.ts'
import { NO_DEFAULTS } from '../no-defaults.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

test('a row a site has the gains of both arms, with the words of the server’s numbers', async () => {
  const { api, server } = await servedApi()
  const shown = await showView(gainSection, { api })
  const { rows } = await server.answer('ranking', '/ranking?arm=h3&campaign=1')
  assert.deepEqual(
    shown.texts('.row-label'),
    rows.map(({ domain }) => domain),
  )
  assert.equal(shown.texts('.row-value').length, 2 * rows.length)
})

test('the metric, the baseline and the campaign come from the address', async () => {
  const { api } = await servedApi()
  const shown = await showView(gainSection, { api, search: 'metric=ttfb_ms&baseline=h2&campaign=1' })
  assert.match(shown.text, /gain over HTTP\/2 in time to first byte/)
  assert.deepEqual(shown.texts('.gain-arm'), ['HTTP/3 over HTTP/2'])
  shown.choose('#metric', 'lcp_ms')
  assert.deepEqual(shown.choices, [{ metric: 'lcp_ms' }])
})

test('without a campaign the section says that there is none', async () => {
  const shown = await showView(gainSection, {
    answers: { '/campaigns': { campaigns: [] }, '/defaults': NO_DEFAULTS },
  })
  assert.match(shown.text, /No campaign has loaded pages yet/)
})

test('sites stand by the gain of the last arm; one that lacks it stands last', () => {
  const pairs = pairsOf([
    ranking('h2', ['a.test', 'b.test', 'only-h2.test']),
    ranking('h3', ['b.test', 'a.test']),
  ])
  assert.deepEqual(
    pairs.map(({ name, gains }) => [name, gains.map(({ arm }) => arm).join()]),
    [
      ['b.test', 'h2,h3'],
      ['a.test', 'h2,h3'],
      ['only-h2.test', 'h2'],
    ],
  )
})

function ranking(arm: Ranking['arm'], domains: readonly string[]): Ranking {
  return {
    metric: 'plt_ms',
    arm,
    baseline: 'h1',
    campaignId: 1,
    campaign: null,
    vantage: null,
    pending: 0,
    withoutInterval: 0,
    withoutPairs: 0,
    summary: null,
    rows: domains.map((domain, site) => ({
      domain,
      rank: null,
      campaignId: 1,
      site,
      n: 9,
      baselineMedian: 120,
      armMedian: 100,
      gain: 1.2,
      gainInterval: null,
      verdict: 'too few rounds',
      pValue: null,
      holm: null,
    })),
  }
}

test('a campaign that lacks loads since the machine was busy says so above its gains; another says nothing', async () => {
  const note = await showView(() => lackingNote({ lackingLoads: 206, samples: 240 }))
  assert.equal(
    note.text,
    'Unfinished: machine busy. 206 of 240 loads could not be had while the machine did other work.',
  )
  assert.equal(lackingNote({ lackingLoads: 0, samples: 240 }), null)
})
