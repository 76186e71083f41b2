import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differingAnswerShare } from '../../../../crawler/metrics/differing-answer-share.ts'
import { judgeAnswers } from '../../../../crawler/probe/campaign/round-differences.ts'
import { answerDifference, withRoundDifferences } from '../../../../har/answer-difference.ts'
import { type EntryFacts, harOf, NOTHING } from '../../metrics/observed.ts'

const url = (name: string) => `https://a.test/${name}`
const page = (changes: Readonly<Record<string, EntryFacts>> = {}) =>
  harOf(
    ['', 'a.css', '1.png?x=1', '2.png', '3.png', '4.png'].map((name) => ({
      url: url(name),
      ...changes[name],
    })),
  )

test('loads with the same answers do not differ, whatever their queries, schemes and protocols are', () => {
  const other = page({
    '1.png?x=1': { url: url('1.png?x=2') },
    '2.png': { url: 'http://a.test/2.png', httpVersion: 'http/1.1' },
  })
  const difference = answerDifference(page(), other)
  assert.deepEqual(difference, { resources: 6, differing: 0, failing: 0, example: null })
  assert.deepEqual(judgeAnswers({ state: 'valid' }, { h1: difference }), { state: 'valid' })
})

test('a round of which one arm got errors for pictures of the other is not comparable', () => {
  const misdirected = { status: 421 }
  const difference = answerDifference(page({ '2.png': misdirected, '3.png': misdirected }), page())
  assert.deepEqual(difference, { resources: 6, differing: 2, failing: 2, example: 'a.test/2.png' })
  const verdict = judgeAnswers({ state: 'valid' }, { h1: difference })
  assert.equal(verdict.state === 'invalid' && verdict.reason, 'answers_differ')
  const har = withRoundDifferences(page(), { h1: difference })
  assert.equal(differingAnswerShare.compute({ ...NOTHING, har }), 2 / 6)
})

test('a page that asks for something else now and then stays comparable, and the share says so', () => {
  const difference = answerDifference(page({ '4.png': { url: url('5.png') } }), page())
  assert.deepEqual([difference.resources, difference.differing, difference.failing], [7, 2, 0])
  assert.deepEqual(judgeAnswers({ state: 'valid' }, { h1: difference }), { state: 'valid' })
})

test('a body of another size differs, a request under way at the end does not', () => {
  const [big, waiting] = [page(), page()]
  const [, , , picture] = big.log.entries
  if (picture) picture.response.content.size = 5_000
  const pending = waiting.log.entries.at(-1)
  if (pending) Object.assign(pending, { _error: 'unfinished' })
  assert.equal(answerDifference(big, page()).differing, 1)
  assert.equal(answerDifference(waiting, waiting).resources, 5)
})
