import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Contributor } from '../../../stats/field/contributors.ts'
import { corroboratedChange, referenceWeek } from '../../../stats/field/corroborated-change.ts'
import { addDays } from '../../../stats/field/days.ts'
import { FIELD_RULES } from '../../../stats/field/field-rules.ts'
import { rng } from '../../../stats/rng.ts'
import { contributor, load, WEEK } from './field-rows.ts'
import { normal } from './simulated-field.ts'

const before = Array.from({ length: 200 }, (_, i) => contributor(`p${i}`, 1_000 + i))

/** Everybody’s value by his number. */
function now(factor: (who: number) => number): Contributor[] {
  return before.map((one, who) => ({ ...one, valueMs: one.valueMs * factor(who) }))
}

test('that a site has changed is believed where nearly everybody says so, and by how much is their median', () => {
  const random = rng(1)
  const noisy = now(() => 1.3 * Math.exp(0.1 * normal(random)))
  const change = corroboratedChange(before, noisy, FIELD_RULES) ?? 0
  assert.ok(Math.abs(change - Math.log(1.3)) < 0.03, `${change}`)
  const faster =
    corroboratedChange(
      before,
      now(() => 0.5),
      FIELD_RULES,
    ) ?? 0
  assert.ok(Math.abs(faster - Math.log(0.5)) < 1e-12)
})

test('people who go up and down by chance have not seen a change', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = rng(seed)
    assert.equal(
      corroboratedChange(
        before,
        now(() => Math.exp(0.2 * normal(random))),
        FIELD_RULES,
      ),
      null,
    )
  }
  assert.equal(corroboratedChange(before, before, FIELD_RULES), null)
  assert.equal(corroboratedChange([], before, FIELD_RULES), null)
})

test('three in ten who lie are not believed, though half of the others go their way by chance', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = rng(seed)
    const lied = now((who) => (who % 10 < 3 ? 2 : Math.exp(0.2 * normal(random))))
    assert.equal(corroboratedChange(before, lied, FIELD_RULES), null, `seed ${seed}`)
  }
})

test('asked are those of the earliest week since which half of those of now have contributed', () => {
  // Of 60 there are 24 since 60 days, and 36 since 40 days.
  const rows = Array.from({ length: 60 }, (_, who) => [
    load(`p${who}`, 1, 1_000),
    ...(who < 24 ? [load(`p${who}`, 60, 1_000)] : []),
    ...(who < 36 ? [load(`p${who}`, 40, 1_000)] : []),
  ]).flat()
  const present = before.slice(0, 60)
  const weeks = [56, 35, 7, 0].map((days) => addDays(WEEK, -days))
  assert.equal(referenceWeek(weeks, rows, present, FIELD_RULES), addDays(WEEK, -35))
  assert.equal(referenceWeek(weeks.slice(0, 1), rows, present, FIELD_RULES), null)
  // Of ten there are never twenty to be asked.
  assert.equal(referenceWeek(weeks, rows, present.slice(0, 10), FIELD_RULES), null)
})
