import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { CONTRIBUTED_VISITS, type ContributedVisit } from '../../../model/contribution-terms.ts'
import type { VisitRow } from '../../../model/field-row.ts'
import type { CellPast } from '../../../model/published-cell.ts'
import { addDays } from '../../../stats/field/days.ts'
import { FIELD_RULES } from '../../../stats/field/field-rules.ts'
import { NO_PAST } from '../../../stats/field/release-cell.ts'
import { releaseVisits, visitShare } from '../../../stats/field/release-visits.ts'
import { WEEK } from './field-rows.ts'

const EXACT = { ...FIELD_RULES, blur: 0 }

/** So many people who come on three days each, by these visits. */
function crowd(size: number, visits: readonly ContributedVisit[], name = 'p'): VisitRow[] {
  return Array.from({ length: size }, (_, i) =>
    visits.map((visit, n): VisitRow => {
      const cidHash = hash('sha256', `${name}${i}`, 'hex')
      return { cidHash, proto: 'h2', day: addDays(WEEK, -1 - 7 * n), visit }
    }),
  ).flat()
}

function released(rows: readonly VisitRow[], past: CellPast = NO_PAST, rules = EXACT) {
  return releaseVisits(rows, past, {
    week: WEEK,
    rules,
    arrived: new Set(rows.map(({ cidHash }) => cidHash)),
  })
}

const OPEN = ['open-connection', 'new-connection', 'open-connection'] as const
const NEW = ['new-connection', 'new-connection', 'warm-cache'] as const

test('everybody is one vote, for the visit that most of their loads were; k − 1 of them give nothing', () => {
  assert.deepEqual(released(crowd(19, OPEN)), { state: 'withheld', reasons: ['too_few_contributors'] })
  const made = released([...crowd(12, OPEN), ...crowd(8, NEW, 'q')])
  assert.ok(made.state === 'made')
  const { bins, contributors, samples, medianMs } = made.cell.curve
  assert.deepEqual([contributors, samples, medianMs], [20, 60, null])
  assert.deepEqual(
    bins.map(([place, votes]) => [CONTRIBUTED_VISITS[place], votes]),
    [
      ['warm-cache', 0],
      ['open-connection', 12],
      ['new-connection', 8],
    ],
  )
})

test('where too few have changed since, what was published is shown again', () => {
  const first = released(crowd(25, OPEN))
  assert.ok(first.state === 'made')
  const past = {
    published: [{ week: addDays(WEEK, -7), cell: first.cell }],
    members: first.members,
    current: first.cell,
    lost: 0,
  }
  // Four of them come another way: who knew all others would see each of the four.
  const four = [...crowd(25, OPEN).slice(12), ...crowd(4, NEW)]
  assert.deepEqual(released(four, past), { state: 'carried', cell: first.cell })
  assert.deepEqual(released(four, { ...past, current: null }).state, 'withheld')
  assert.equal(released([...crowd(25, OPEN).slice(15), ...crowd(5, NEW)], past).state, 'made')
})

test('half of the votes are drawn, the same in each release, and the share takes that out again', () => {
  const made = released(crowd(6_000, OPEN), NO_PAST, FIELD_RULES)
  assert.ok(made.state === 'made')
  assert.deepEqual(released(crowd(6_000, OPEN), NO_PAST, FIELD_RULES), made)
  const votes = made.cell.curve.bins.map(([, count]) => count / 6_000)
  for (const [place, expected] of [1 / 6, 4 / 6, 1 / 6].entries())
    assert.ok(Math.abs((votes[place] ?? 0) - expected) < 0.02, `${votes}`)
  const share = visitShare(made.cell.curve.bins[1]?.[1] ?? 0, 6_000, FIELD_RULES)
  assert.ok(share !== null && share.low <= 1 && share.share > 0.97, JSON.stringify(share))
  // Of 60 contributors 20 votes are what drawing alone would give: nobody may have come so.
  const none = visitShare(10, 60, FIELD_RULES)
  assert.ok(none !== null && none.share === 0 && none.high > 0.1, JSON.stringify(none))
})
