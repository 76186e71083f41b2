import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enoughOf, verdictOf, verdictOfClauses } from '../../papers/decide/verdict.ts'
import type { Expectation } from '../../papers/rule.ts'

const of = (low: number, high: number, expects: Expectation, same: number) =>
  verdictOf({ value: (low + high) / 2, low, high }, expects, same)

test('the whole interval has to be on the expected side by the size: else it is too small, the opposite, or too wide', () => {
  for (const [low, high, verdict] of [
    [5, 9, 'found again'],
    [4.9, 9, 'not decided'],
    [-3, 9, 'not decided'],
    [1, 4.9, 'not found'],
    [-1, 4.9, 'not found'],
    [-9, -0.1, 'turned round'],
  ] as const) {
    assert.equal(of(low, high, { atLeast: 5 }, 0), verdict, `${low} to ${high}`)
    assert.equal(of(-high, -low, { atMost: -5 }, 0), verdict, `mirrored ${low} to ${high}`)
  }
})

test('where the opposite begins can be said: a smallest gain of −10 % is turned round below it', () => {
  assert.equal(of(-9, 5, { atLeast: -10 }, 0), 'found again')
  assert.equal(of(-40, -20, { atLeast: -10 }, 0), 'turned round')
  assert.equal(of(0.55, 0.8, { atMost: 0.1, turnsAt: 0.5 }, 0), 'turned round')
  assert.equal(of(0.2, 0.4, { atMost: 0.1, turnsAt: 0.5 }, 0), 'not found')
})

test('a value that has to lie between two is found again where its interval does, and not found where it is outside', () => {
  const expects = { between: [10, 20] } as const
  assert.equal(of(10, 20, expects, 0), 'found again')
  assert.equal(of(9, 15, expects, 0), 'not decided')
  assert.equal(of(21, 25, expects, 0), 'not found')
})

test('without limits nothing is decided', () => {
  assert.equal(verdictOf({ value: 9, low: null, high: null }, { atLeast: 5 }, 0), 'not decided')
})

test('of several figures so many have to hold', () => {
  assert.equal(enoughOf(['found again', 'found again', 'turned round'], 2), 'found again')
  assert.equal(enoughOf(['found again', 'not found', 'turned round'], 2), 'not found')
  assert.equal(enoughOf(['turned round', 'turned round', 'found again'], 2), 'turned round')
  assert.equal(enoughOf(['found again', 'not decided', 'not found'], 2), 'not decided')
})

test('the first clause alone turns a statement round; the others can but keep it from holding', () => {
  assert.equal(verdictOfClauses(['found again', 'found again']), 'found again')
  assert.equal(verdictOfClauses(['turned round', 'found again']), 'turned round')
  assert.equal(verdictOfClauses(['found again', 'turned round']), 'not found')
  assert.equal(verdictOfClauses(['found again', 'not decided']), 'not decided')
  assert.equal(verdictOfClauses(['found again', 'not decided', 'not found']), 'not found')
})
