import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speedUp, speedUpText } from '../../../bench/workers/speed-up.ts'
import type { TimedSurvey } from '../../../bench/workers/timed-survey.ts'

const survey = (workers: number, wallMs: number): TimedSurvey => ({
  ...{ workers, wallMs, sites: 100, reached: 100 },
  busyFraction: 0.2,
})
const round = (oneMs: number, twoMs: number) => [survey(2, twoMs), survey(1, oneMs)]

test('the speed-up is the median of each round’s ratio, with the interval of the sign test', () => {
  const result = speedUp([
    ...[round(2_000, 1_000), round(3_000, 2_000), round(1_875, 1_000)],
    ...[round(2_250, 1_000), round(4_000, 2_000), round(2_500, 1_000)],
  ])
  assert.deepEqual(result, { rounds: 6, ratio: { value: 2, interval: [1.5, 2.5] }, met: true })
  assert.match(
    speedUpText(result),
    /× 2\.00 one .*6 rounds, 95 % interval 1\.50–2\.50\); target ≥ 1\.9: met$/,
  )
})

test('fewer than six rounds have a ratio and no interval', () => {
  const result = speedUp([round(1_500, 1_000)])
  assert.deepEqual(result, { rounds: 1, ratio: { value: 1.5, interval: null }, met: false })
  assert.match(speedUpText(result), /1 rounds, no interval: fewer than 6 rounds\); .*MISSED$/)
})

test('a round in which sites gave no answer has no ratio', () => {
  const timedOut = { ...survey(2, 1_000), reached: 99 }
  assert.deepEqual(speedUp([[survey(1, 2_000), timedOut]]), { rounds: 0, ratio: null, met: null })
})

test('a round that was broken off has no ratio', () => {
  assert.deepEqual(speedUp([[survey(1, 1_000)]]), { rounds: 0, ratio: null, met: null })
})
