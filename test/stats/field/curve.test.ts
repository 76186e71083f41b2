import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { changed, membersOf } from '../../../stats/field/changed.ts'
import type { Contributor } from '../../../stats/field/contributors.ts'
import { cellOf, curveOf, medianInterval } from '../../../stats/field/curve.ts'
import { FIELD_RULES, fieldRules } from '../../../stats/field/field-rules.ts'
import { contributor } from './field-rows.ts'

const cidHash = (name: string): string => createHash('sha256').update(name).digest('hex')

const people = (size: number, changes: Partial<Contributor> = {}): Contributor[] =>
  Array.from({ length: size }, (_, i) => contributor(cidHash(`p${i}`), 1_000 + i, changes))

test('a cell is published from the twentieth contributor and the fiftieth load on, and says otherwise why not', () => {
  const reasons = (of: readonly Contributor[]): unknown => {
    const cell = cellOf(of, FIELD_RULES)
    return 'reasons' in cell ? cell.reasons : 'published'
  }
  assert.equal(reasons(people(20)), 'published')
  assert.deepEqual(reasons(people(19)), ['too_few_contributors'])
  assert.deepEqual(reasons(people(20, { samples: 2 })), ['too_few_samples'])
  assert.equal(reasons(people(25, { samples: 2 })), 'published')
  assert.deepEqual(reasons(people(9)), ['too_few_contributors', 'too_few_samples', 'one_weighs_too_much'])
  assert.deepEqual(reasons([]), ['too_few_contributors', 'too_few_samples', 'one_weighs_too_much'])
})

test('two pseudonyms of two quarters may be one person: they do not count as two towards the threshold', () => {
  const before = people(15, { quarter: '2026Q3' })
  const after = people(15).map((one) => ({ ...one, cidHash: cidHash(`${one.cidHash}-next`) }))
  assert.deepEqual(cellOf([...before, ...after], FIELD_RULES), { reasons: ['too_few_contributors'] })
  assert.ok('curve' in cellOf([...before, ...people(20)], FIELD_RULES))
})

test('the bins of a curve hold every contributor once', () => {
  const curve = curveOf(people(37))
  assert.equal(
    curve?.bins.reduce((sum, [, n]) => sum + n, 0),
    37,
  )
  assert.deepEqual([curve?.contributors, curve?.samples], [37, 111])
  assert.equal(curveOf([]), null)
})

test('the interval of the median encloses it, narrows with n, and is not there below six', () => {
  const width = (n: number): number => {
    const { lowMs, highMs } = medianInterval(Array.from({ length: n }, (_, i) => [100 + i, 1])) ?? {
      ...{ lowMs: 0, highMs: 0 },
    }
    return Math.log(highMs / lowMs) / Math.log(1.05) / n
  }
  assert.ok(width(100) < width(25) && width(25) < width(6))
  assert.equal(medianInterval([[3, 5]]), null)
  const curve = curveOf(people(25))
  assert.ok(curve?.lowMs && curve.highMs && curve.lowMs < curve.medianMs && curve.medianMs < curve.highMs)
  assert.equal(curveOf(people(5))?.lowMs, null)
})

test('what tells two curves apart are those who joined, left or moved to another bin', () => {
  const before = membersOf(people(10))
  assert.equal(changed(before, before), 0)
  assert.equal(changed(new Map(), before), 10)
  const [, second, ...rest] = people(10)
  const moved = contributor(second?.cidHash ?? '', 5_000)
  assert.equal(changed(before, membersOf([moved, ...rest, contributor('new', 1_000)])), 3)
  // Within its bin nobody can see it.
  const within = people(10).map((one) => ({ ...one, valueMs: one.valueMs + 0.5 }))
  assert.equal(changed(before, membersOf(within)), 0)
})

test('a study’s own thresholds stand in the place of the defaults, and what is none is left out', () => {
  assert.deepEqual(fieldRules(null), FIELD_RULES)
  const own = { contributors: 5, samples: -1, changed: 'none', toString: 3, unknown: 7 }
  assert.deepEqual(fieldRules(own), { ...FIELD_RULES, contributors: 5 })
})
