import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadVerdict } from '../../../stats/load/load-verdict.ts'
import type { RepeatedFigure } from '../../../stats/load/repeated-figure.ts'

const figure = (change: Partial<RepeatedFigure> = {}): RepeatedFigure => ({
  ...{ n: 6, value: 2, interval: [1.5, 2.5], bound: null },
  ...change,
})

test('larger or smaller where the interval of the ratio excludes 1', () => {
  const verdictOf = (low: number, high: number) =>
    loadVerdict(figure(), figure(), figure({ interval: [low, high] }))
  assert.equal(verdictOf(1.01, 2), 'more')
  assert.equal(verdictOf(0.5, 0.99), 'less')
  assert.equal(verdictOf(0.9, 1.1), 'no difference shown')
  assert.equal(verdictOf(1, 1.1), 'no difference shown')
})

test('five repetitions give no verdict, however far their interval is from 1', () => {
  assert.equal(loadVerdict(figure(), figure(), figure({ n: 5 })), 'too few repetitions')
  assert.equal(loadVerdict(figure(), figure(), figure({ interval: null })), 'too few repetitions')
})

test('a lower bound on either side gives none', () => {
  const bound = figure({ bound: 'client', interval: null })
  assert.equal(loadVerdict(bound, figure(), null), 'lower bound')
  assert.equal(loadVerdict(figure(), bound, null), 'lower bound')
})

test('what is not known on either side, or has no ratio, is not judged', () => {
  assert.equal(loadVerdict(null, figure(), null), null)
  assert.equal(loadVerdict(figure(), null, null), null)
  assert.equal(loadVerdict(figure(), figure(), null), null)
})
