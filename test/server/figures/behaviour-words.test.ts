import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behaviourWords } from '../../../server/figures/behaviour-words.ts'
import { behaviourRows } from '../../../server/figures/server-behaviour.ts'

const NOTHING = { priorityOrderShare: null, firstFlightPackets: null, answerWaitMs: null, bodyWaitMs: null }
const words = (medians: Partial<Parameters<typeof behaviourWords>[0]>) =>
  behaviourWords({ ...NOTHING, ...medians })

test('what is not known is left out', () => {
  assert.equal(words({}), '')
  assert.equal(words({ firstFlightPackets: 10 }), 'begins with 10 packets')
})

test('priorities are honoured, ignored, or honoured in part', () => {
  assert.equal(words({ priorityOrderShare: 0.97 }), 'honours priorities')
  assert.equal(words({ priorityOrderShare: 0.5 }), 'ignores priorities')
  assert.equal(words({ priorityOrderShare: 0.8 }), 'honours priorities in part')
})

test('a pause is named from what no quiet machine takes', () => {
  assert.equal(words({ answerWaitMs: 21.4, bodyWaitMs: 3 }), 'pauses 21 ms before answers')
  assert.equal(words({ answerWaitMs: 6, bodyWaitMs: 20 }), 'pauses 20 ms before bodies')
})

test('what a full packet takes on a slow link is no pause of the server', () => {
  const found = (answer_wait_ms: number, downMbps: number) =>
    behaviourRows([{ factors: { downMbps }, arm: 'h3', values: { answer_wait_ms } }])[0]?.inWords
  assert.deepEqual(
    [found(16, 1), found(16, 20), found(33, 1)],
    ['', 'pauses 15 ms before answers', 'pauses 21 ms before answers'],
  )
})
