import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerSentence, type NetworkGain } from '../../advise/answer.ts'

const faster: NetworkGain = { network: '4g', gain: 1.24, interval: [1.19, 1.29], outcome: 'faster' }
const slower: NetworkGain = { network: 'cable', gain: 0.9, interval: [0.87, 0.94], outcome: 'slower' }
const same: NetworkGain = { network: 'fibre', gain: 1.01, interval: [0.99, 1.03], outcome: 'no difference' }
const open: NetworkGain = { network: '3g', gain: 1.1, interval: [0.9, 1.3], outcome: 'not decided' }
const few: NetworkGain = { network: 'satellite', gain: 2, interval: null, outcome: 'too few rounds' }

test('the answer is one sentence with the largest gain first, its interval, and where nothing differs', () => {
  assert.equal(
    answerSentence('h3', 'h2', [same, faster, open]),
    'On 4G, HTTP/3 would show this page 1.24 times as fast as HTTP/2 (1.19–1.29); on fibre no difference was shown that matters; on 3G it is not decided.',
  )
})

test('a loss is called one, and stands behind a larger gain', () => {
  assert.equal(
    answerSentence('h3', 'h2', [slower, faster]),
    'On 4G, HTTP/3 would show this page 1.24 times as fast as HTTP/2 (1.19–1.29); on cable 0.90 times (0.87–0.94), which is slower.',
  )
})

test('without a difference the answer names both protocols', () => {
  assert.equal(
    answerSentence('h3', 'h1', [same, { ...same, network: 'cable' }]),
    'On fibre and cable no difference between HTTP/3 and HTTP/1.1 was shown that matters.',
  )
  assert.equal(
    answerSentence('h3', 'h2', [open, few]),
    'On 3G and a low-orbit satellite it is not decided whether HTTP/3 differs from HTTP/2.',
  )
})

test('a gain of too few loads is no gain, however large', () => {
  assert.doesNotMatch(answerSentence('h3', 'h2', [few]), /times/)
})

test('without replays nothing is said to be known', () => {
  assert.equal(
    answerSentence('h3', 'h2', []),
    'What HTTP/3 would gain this page over HTTP/2 is not known: nothing was replayed.',
  )
})
