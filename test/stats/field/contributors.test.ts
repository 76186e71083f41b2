import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contributorMedians, inWindow, outOfQuarantine } from '../../../stats/field/contributors.ts'
import { addDays, daysBetween, mondayOf, quarterOf } from '../../../stats/field/days.ts'
import { FIELD_RULES } from '../../../stats/field/field-rules.ts'
import { load, WEEK } from './field-rows.ts'

test('a contributor is one value, the median of his loads, whatever their number', () => {
  const rows = [load('a', 1, 100), load('a', 2, 900), load('a', 3, 200), load('b', 1, 50), load('b', 2, 70)]
  assert.deepEqual(contributorMedians(rows, 'load'), [
    { cidHash: 'a', quarter: '2026Q4', valueMs: 200, samples: 3 },
    { cidHash: 'b', quarter: '2026Q4', valueMs: 60, samples: 2 },
  ])
})

test('what is not known is no value: who has none of a time is no contributor to it', () => {
  const rows = [load('a', 1, null), load('a', 2, 300), load('b', 1, null)]
  assert.deepEqual(contributorMedians(rows, 'load'), [
    { cidHash: 'a', quarter: '2026Q4', valueMs: 300, samples: 1 },
  ])
  assert.deepEqual(contributorMedians(rows, 'wait'), [])
  assert.deepEqual(contributorMedians([], 'load'), [])
})

test('the order of arrival changes nothing', () => {
  const rows = [load('a', 1, 100), load('b', 2, 900), load('a', 3, 200), load('c', 1, 50), load('b', 9, 70)]
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) =>
      assert.deepEqual(contributorMedians(shuffled, 'load'), contributorMedians(rows, 'load')),
    ),
  )
})

test('a release is about the 28 days before its Monday', () => {
  const kept = inWindow(
    [0, 1, 28, 29].map((days) => load('a', days, 1)),
    WEEK,
    FIELD_RULES,
  )
  assert.deepEqual(
    kept.map(({ day }) => day),
    ['2026-11-15', '2026-10-19'],
  )
})

test('a pseudonym counts from its third distinct day on, by whatever protocol', () => {
  const out = (...days: number[]): boolean =>
    outOfQuarantine(
      days.map((day) => load('a', day, 1)),
      new Set('a'),
      FIELD_RULES,
    ).has('a')
  assert.equal(out(1, 2), false)
  assert.equal(out(1, 2, 2, 2), false)
  assert.equal(out(1, 2, 3), true)
  const mixed = [load('a', 1, 1), { ...load('a', 2, 1), proto: 'h3' as const }, load('a', 3, 1)]
  assert.equal(outOfQuarantine(mixed, new Set('a'), FIELD_RULES).has('a'), true)
  assert.equal(outOfQuarantine(mixed, new Set('b'), FIELD_RULES).has('a'), false, 'the days are its own word')
})

test('weeks begin on Monday, quarters with their month, and days are those of UTC', () => {
  assert.equal(mondayOf('2026-11-22'), '2026-11-16')
  assert.equal(mondayOf('2026-11-16'), '2026-11-16')
  assert.equal(mondayOf('2027-01-01'), '2026-12-28')
  assert.equal(addDays('2028-02-28', 2), '2028-03-01')
  assert.equal(daysBetween('2026-10-19', '2026-11-16'), 28)
  assert.deepEqual(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOf), [
    ...['2026Q1', '2026Q1', '2026Q2', '2026Q4'],
  ])
})
