import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FieldRow } from '../../../model/field-row.ts'
import type { CellPast } from '../../../model/published-cell.ts'
import { addDays } from '../../../stats/field/days.ts'
import { FIELD_RULES, type FieldRules } from '../../../stats/field/field-rules.ts'
import { type CellOutcome, NO_PAST } from '../../../stats/field/release-cell.ts'
import { releaseSite } from '../../../stats/field/release-site.ts'
import { crowd, load, regular, WEEK } from './field-rows.ts'

/** Votes as they are: what moves them is tested in `blurred.test.ts`. */
const EXACT: FieldRules = { ...FIELD_RULES, blur: 0 }

function released(
  rows: readonly FieldRow[],
  past: CellPast = NO_PAST,
  {
    week = WEEK,
    rules = EXACT,
    accept = false,
  }: { week?: string; rules?: FieldRules; accept?: boolean } = {},
): CellOutcome {
  const cells = [{ proto: 'h2', metric: 'load' }] as const
  const [cell] = releaseSite(rows, () => past, {
    ...{ week, rules, cells, accept },
    arrived: new Set(rows.map(({ cidHash }) => cidHash)),
  })
  assert.ok(cell)
  return cell.outcome
}

/** What the next week knows of a curve that was made. */
function pastOf(outcome: CellOutcome, week = WEEK): CellPast {
  assert.ok(outcome.state === 'made')
  return {
    published: [{ week, cell: outcome.cell }],
    members: outcome.members,
    current: outcome.cell,
    lost: 0,
  }
}

const NEXT = addDays(WEEK, 7)
const later = (rows: readonly FieldRow[], days = 7): FieldRow[] =>
  rows.map((row) => ({ ...row, day: addDays(row.day, days) }))

test('k − 1 contributors give nothing, k give a curve', () => {
  assert.deepEqual(released(crowd(19)), { state: 'withheld', reasons: ['too_few_contributors'] })
  const made = released(crowd(20))
  assert.ok(made.state === 'made')
  assert.deepEqual([made.cell.curve.contributors, made.cell.curve.samples], [20, 60])
  assert.deepEqual([made.cell.madeIn, made.cell.frozenSince, made.held], [WEEK, null, 0])
})

test('who is in quarantine is not there', () => {
  const newcomers = Array.from({ length: 30 }, (_, i) => [load(`n${i}`, 1, 90_000), load(`n${i}`, 2, 90_000)])
  assert.deepEqual(released([...crowd(20), ...newcomers.flat()]), released(crowd(20)))
  assert.equal(released([...crowd(19), ...newcomers.flat()]).state, 'withheld')
})

test('the order in which loads came changes nothing', () => {
  const rows = [...crowd(25), ...crowd(12, 'q', 1.5), load('p1', 3, 40_000)]
  const past = pastOf(released(crowd(25)))
  const [first, second] = [released(rows), released(later(rows), past, { week: NEXT })]
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      assert.deepEqual(released(shuffled), first)
      assert.deepEqual(released(later(shuffled), past, { week: NEXT }), second)
    }),
    { numRuns: 30 },
  )
})

test('who is deleted might never have contributed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 29 }), { maxLength: 8 }), (gone) => {
      const rows = crowd(30)
      const left = rows.filter(({ cidHash }) => !gone.includes(Number(cidHash.slice(1))))
      const never = crowd(30).filter(({ cidHash }) => !gone.some((who) => cidHash === `p${who}`))
      assert.deepEqual(released(left), released(never))
    }),
    { numRuns: 30 },
  )
})

test('the bins hold each contributor that is counted, and only those', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 20, maxLength: 60 }),
      (values) => {
        const outcome = released(values.flatMap((ms, i) => regular(`p${i}`, ms)))
        assert.ok(outcome.state === 'made')
        const { bins, contributors } = outcome.cell.curve
        assert.equal(
          bins.reduce((sum, [, n]) => sum + n, 0),
          values.length,
        )
        assert.equal(contributors, values.length)
        assert.equal(outcome.members.size, values.length)
      },
    ),
    { numRuns: 50 },
  )
})

test('while fewer than five have changed the curve is shown as it was, to the last byte', () => {
  const before = released(crowd(40))
  const past = pastOf(before)
  const joined = (n: number): CellOutcome =>
    released(later([...crowd(40), ...crowd(n, 'q')]), past, { week: NEXT })
  const carried = joined(4)
  assert.ok(before.state === 'made' && carried.state === 'carried')
  assert.equal(JSON.stringify(carried.cell), JSON.stringify(before.cell))
  const made = joined(5)
  assert.ok(made.state === 'made')
  assert.equal(made.cell.madeIn, NEXT)
  assert.equal(made.cell.curve.contributors, 45)
})

test('in the weeks after a quarter’s turn ten have to change: one person may be two of them', () => {
  // 2026-10-01 lies in the window of the release of 2026-10-12.
  const week = '2026-10-12'
  const rows = (n: number): FieldRow[] => later([...crowd(40), ...crowd(n, 'q')], -35)
  const past = pastOf(released(later(rows(0), -7), NO_PAST, { week: '2026-10-05' }), '2026-10-05')
  assert.equal(released(rows(9), past, { week }).state, 'carried')
  assert.equal(released(rows(10), past, { week }).state, 'made')
})

test('those who had themselves deleted count as changed; with fewer the curve is withheld, not shown again', () => {
  const before = released(crowd(40))
  assert.ok(before.state === 'made')
  const without = (n: number): CellOutcome => {
    const rows = later(crowd(40)).filter(({ cidHash }) => Number(cidHash.slice(1)) >= n)
    const members = new Map([...before.members].filter(([cidHash]) => Number(cidHash.slice(1)) >= n))
    return released(rows, { ...pastOf(before), members, current: null, lost: n }, { week: NEXT })
  }
  assert.deepEqual(without(4), { state: 'withheld', reasons: ['too_few_changed'] })
  const made = without(5)
  assert.ok(made.state === 'made')
  assert.equal(made.cell.curve.contributors, 35)
})

test('a median that leaps is held at the last good curve and flagged, until it is back or accepted', () => {
  const before = released(crowd(60))
  const past = pastOf(before)
  const slow = later([...crowd(60), ...crowd(60, 'q', 5)])
  const frozen = released(slow, past, { week: NEXT })
  assert.ok(before.state === 'made' && frozen.state === 'frozen')
  assert.deepEqual(frozen.cell, { ...before.cell, frozenSince: NEXT })

  const week = addDays(NEXT, 7)
  const then: CellPast = {
    ...past,
    published: [...past.published, { week: NEXT, cell: frozen.cell }],
    current: frozen.cell,
  }
  const still = released(later(slow), then, { week })
  assert.ok(still.state === 'frozen')
  assert.equal(still.cell.frozenSince, NEXT, 'since the first week of it')

  const accepted = released(later(slow), then, { week, accept: true })
  assert.ok(accepted.state === 'made')
  assert.equal(accepted.cell.curve.contributors, 120)
  assert.equal(accepted.cell.frozenSince, null)

  const back = released(later([...crowd(60), ...crowd(6, 'r')], 14), then, { week })
  assert.ok(back.state === 'made')
  assert.equal(back.cell.frozenSince, null)
})

test('a leap with no curve to hold is withheld', () => {
  const past = { ...pastOf(released(crowd(60))), current: null }
  const slow = later([...crowd(60), ...crowd(60, 'q', 5)])
  assert.deepEqual(released(slow, past, { week: NEXT }), { state: 'withheld', reasons: ['leapt'] })
})

test('a leap that those say who were there before is none: it is published', () => {
  const past = pastOf(released(crowd(60)))
  // The same people in the next four weeks, each of them three times as slow.
  const rows = [...crowd(60), ...later(crowd(60, 'p', 3), 28)]
  const made = released(rows, past, { week: addDays(WEEK, 28) })
  assert.ok(made.state === 'made')
  const before = past.published[0]?.cell.curve.medianMs ?? 0
  assert.ok(Math.abs((made.cell.curve.medianMs ?? 0) / before - 3) < 0.1)
})
