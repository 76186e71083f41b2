import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ranking } from '../../../../server/contract/contract.ts'
import { gainCard } from '../../../../web/views/overview/gain-card.ts'
import { showView } from '../shown-view.ts'

const SUMMARY: NonNullable<Ranking['summary']> = {
  n: 8,
  mean: 1.3,
  geometricMean: 1.29,
  medianGain: 1.294,
  medianGainInterval: { low: 1.14, high: 1.44 },
  medianSaved: 49.8,
  medianSavedInterval: { low: 48.1, high: 140 },
  atLeastOne: 8,
  atLeastTwo: 0,
  faster: 5,
  slower: 1,
  noDifference: 1,
  tooFewRounds: 1,
}

/** What changes of the summary, the class of the card, and a sentence of it. */
const CASES: readonly (readonly [Partial<typeof SUMMARY>, string, RegExp])[] = [
  [{}, 'verdict-faster', /Median of 8 sites: 49\.8 ms less \(95 % interval 48\.1 ms to 140 ms less\)\./],
  [
    { medianGainInterval: { low: 0.9, high: 1.2 }, medianSavedInterval: { low: -36.1, high: 47.2 } },
    'verdict-none',
    /\(95 % interval 36\.1 ms more to 47\.2 ms less\)/,
  ],
  [
    {
      medianGainInterval: { low: 0.8, high: 0.9 },
      medianSaved: -20,
      medianSavedInterval: { low: -30, high: -10 },
    },
    'verdict-slower',
    /20\.0 ms more \(95 % interval 10\.0 ms to 30\.0 ms more\)/,
  ],
  [
    { n: 3, medianGainInterval: null, medianSavedInterval: null },
    'verdict-none',
    /Median of 3 sites: .*\(too few sites for an interval\)/,
  ],
]

for (const [change, className, words] of CASES) {
  test(`a median has the colour of its interval: ${className}, ${words.source.slice(0, 40)}`, async () => {
    const { root, text } = await card({ ...SUMMARY, ...change })
    assert.match(root.querySelector('article')?.attributes.get('class') ?? '', new RegExp(`${className}$`))
    assert.match(text, words)
  })
}

test('sites without a difference and with too few rounds are undecided', async () => {
  const { root } = await card(SUMMARY)
  assert.deepEqual(
    root.querySelectorAll('li').map(({ textContent }) => textContent),
    ['▲ 5 faster', '■ 1 slower', '○ 2 undecided'],
  )
})

test('no round of both arms is no gain; what is being computed is said', async () => {
  const { text } = await card(null, 4)
  assert.match(text, /over HTTP\/1\.14 sites being computed/)
  assert.match((await card(null)).text, /No site has rounds of both whose ratio can be taken\./)
})

function card(summary: Ranking['summary'], pending = 0) {
  const rest = { campaignId: 1, campaign: null, vantage: null, withoutInterval: 0, withoutPairs: 0, rows: [] }
  return showView(() => gainCard({ metric: 'plt_ms', arm: 'h3', baseline: 'h1', summary, pending, ...rest }))
}
