import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BenchTarget, judgeTarget } from '../../../bench/harness/verdict.ts'

/** Figures by round, of towline and of its peer. */
const OURS = [4, 9, 1]
const PEERS = [2, 3, null]
const figure = (peer: string | null, round: number): number | null =>
  (peer === null ? OURS : PEERS)[round] ?? null
const ROUNDS = [0, 0, 1, 1, 2]

test('a target is judged by the median ratio of the rounds that both have, or by the figure itself', () => {
  const cases: readonly [BenchTarget, number, boolean][] = [
    [{ peer: 'peer', limit: 2.5, atLeast: true }, 2.5, true],
    [{ peer: 'peer', limit: 2.6, atLeast: true }, 2.5, false],
    [{ peer: 'peer', limit: 2.4, atLeast: false }, 2.5, false],
    [{ peer: null, limit: 4, atLeast: true }, 4, true],
  ]
  for (const [target, median, met] of cases) {
    const verdict = judgeTarget(target, ROUNDS, figure)
    assert.equal(verdict.value?.median, median)
    assert.equal(verdict.met, met)
  }
})

test('the worst round decides where that is asked for', () => {
  const target = { peer: null, limit: 2, atLeast: true }
  assert.equal(judgeTarget(target, ROUNDS, figure, 'min').met, false)
  assert.equal(judgeTarget({ ...target, limit: 1 }, ROUNDS, figure, 'min').met, true)
})

test('nothing is judged where the peer did not run', () => {
  const verdict = judgeTarget({ peer: 'absent', limit: 1, atLeast: true }, ROUNDS, (peer, round) =>
    peer === 'absent' ? null : figure(peer, round),
  )
  assert.deepEqual([verdict.value, verdict.met], [null, null])
})
