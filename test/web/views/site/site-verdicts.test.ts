import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comparisons } from '../../../../server/contract/contract.ts'
import { verdicts } from '../../../../web/views/site/site-verdicts.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

async function compared(): Promise<Comparisons> {
  const { api } = await servedApi()
  return api.get('comparisons', '/campaigns/1/sites/0/comparisons', { metric: 'plt_ms', baseline: 'h1' })
}

test('each arm has a card with its gain, its sentence and its counts', async () => {
  const answer = await compared()
  const { texts, text } = await showView(() => verdicts(answer))
  assert.equal(texts('article').length, 2)
  assert.ok(answer.rows.every(({ sentence }) => text.includes(sentence)))
  assert.match(text, /smallest detectable difference \d+\.\d % of page load time/)
})

/** Percent by which the mean is reduced, and the words. */
const CHANGES = [
  [11.24, 'mean 11.2 % shorter'],
  [-1.81, 'mean 1.8 % longer'],
  [0.01, 'mean the same to 0.1 %'],
  [-0.04, 'mean the same to 0.1 %'],
] as const

for (const [reductionOfMeansPercent, words] of CHANGES) {
  test(`a change has one sign and one direction: ${words}`, async () => {
    const answer = await compared()
    const rows = answer.rows
      .slice(0, 1)
      .map((comparison) => ({ ...comparison, reductionOfMeansPercent, reductionOfMediansPercent: null }))
    const { texts } = await showView(() => verdicts({ ...answer, rows }))
    assert.match(texts('.note')[0] ?? '', new RegExp(`^${words};`))
  })
}

test('the smallest detectable difference is not said twice', async () => {
  const answer = await compared()
  const rows = answer.rows.map((comparison) => ({
    ...comparison,
    verdict: 'no difference shown' as const,
    sentence: '',
  }))
  assert.doesNotMatch((await showView(() => verdicts({ ...answer, rows }))).text, /detectable/)
})

test('rounds that resemble their neighbours are said to count as fewer', async () => {
  const answer = await compared()
  const rows = answer.rows.map((comparison) => ({
    ...comparison,
    autocorrelation: { value: 0.5, low: 0.2, high: 0.8 },
    effectiveRounds: 4.2,
  }))
  const { text } = await showView(() => verdicts({ ...answer, rows }))
  assert.match(
    text,
    /autocorrelation of rounds 0\.50 \(0\.20 to 0\.80\): they count as 4\.2, so the interval is wider/,
  )
})

test('what is left out of the baseline is said beside what is left out of the arm', async () => {
  const answer = await compared()
  const baselineLeftOut = [{ state: 'failed' as const, reason: 'page_timeout', count: 15 }]
  const { text } = await showView(() => verdicts({ ...answer, baselineLeftOut }))
  assert.match(text, /; of HTTP\/1\.1 15 left out: 15 failed \(page_timeout/)
})

test('one arm alone has nothing to be compared with', async () => {
  const answer = await compared()
  assert.match((await showView(() => verdicts({ ...answer, rows: [] }))).text, /nothing to compare/)
})
