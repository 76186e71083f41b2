import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteVantages, VantageGain } from '../../../../server/contract/contract.ts'
import { vantageGainTable } from '../../../../web/views/site/site-vantages.ts'
import { showView } from '../shown-view.ts'

const SEEN: VantageGain = {
  ...{ arm: 'h2', vantage: 'dublin', campaignId: 1, site: 0, createdAt: '2026-11-21T00:00:00.000Z' },
  ...{ browserVersion: null, n: 10, baselineMedian: 120, armMedian: 100, gain: 1.2 },
  ...{ gainInterval: { low: 1.1, high: 1.3 }, verdict: 'faster', ratio: null, ratioInterval: null },
  ...{ differs: null, smallestDetectablePercent: null, pending: false },
}

const answer = (rows: readonly VantageGain[]): SiteVantages => ({
  ...{ domain: 'seen.test', metric: 'plt_ms', baseline: 'h1', url: 'https://seen.test/', sandbox: true },
  ...{ configuredLink: null, reference: 'dublin', rows: [...rows], pending: false },
})

test('each vantage point has its gain, and how that compares with the reference', async () => {
  const against = { ratio: 1.25, ratioInterval: { low: 1.1, high: 1.42 }, smallestDetectablePercent: 20.04 }
  const { texts, text } = await showView(() =>
    vantageGainTable(
      answer([
        SEEN,
        { ...SEEN, ...against, vantage: 'lima', gain: 1.5, differs: true },
        { ...SEEN, ...against, vantage: 'oslo', differs: false },
        { ...SEEN, vantage: null, n: 3, ratio: 1.25, gainInterval: null },
        { ...SEEN, vantage: 'tokyo', n: 0, gain: null, gainInterval: null },
      ]),
      1,
    ),
  )
  assert.deepEqual(texts('[scope=col]').at(-1), 'relative to dublin (95 %)')
  const cells = texts('td')
  assert.deepEqual(
    Array.from({ length: 5 }, (_, row) => [cells[5 * row], cells[5 * row + 4]]),
    [
      ['dublin', 'reference'],
      ['lima', '1.25× (1.10–1.42), differs'],
      ['oslo', '1.25× (1.10–1.42), no difference shown; smallest detectable difference 20.0 %'],
      ['vantage point not stated', '1.25×, too few rounds'],
      ['tokyo', 'unknown'],
    ],
  )
  assert.match(text, /of 20 without a difference one does so by chance/)
})

test('from one vantage point there is nothing to compare', async () => {
  assert.equal((await showView(() => vantageGainTable(answer([SEEN]), 1))).text, '')
})
