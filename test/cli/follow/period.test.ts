import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDue, type Period, periodArgument } from '../../../cli/follow/period.ts'

for (const [title, first, last, period, due] of [
  ['a day later', '2026-01-31T05:00', '2026-01-31T05:00', 'day', '2026-02-01T05:00'],
  ['a week later', '2026-01-31T05:00', '2026-01-31T05:00', 'week', '2026-02-07T05:00'],
  ['on the same day of the next month', '2026-01-15T05:00', '2026-01-15T05:00', 'month', '2026-02-15T05:00'],
  ['on the last day of a shorter month', '2026-01-31T05:00', '2026-01-31T05:00', 'month', '2026-02-28T05:00'],
  [
    'on day 31 again after a shorter month',
    '2026-01-31T05:00',
    '2026-02-28T05:00',
    'month',
    '2026-03-31T05:00',
  ],
  ['over the end of a year', '2026-11-30T05:00', '2026-12-30T05:00', 'quarter', '2027-02-28T05:00'],
  [
    'on the grid of the first, where the newest was late',
    '2026-01-01T05:00',
    '2026-02-20T09:00',
    'month',
    '2026-03-01T05:00',
  ],
  ['once, where several were missed', '2026-01-01T05:00', '2026-01-01T05:00', 'month', '2026-02-01T05:00'],
] as const)
  test(`the next survey is due ${title}`, () => {
    const parse = (text: string) => Date.parse(`${text}:00Z`)
    assert.equal(new Date(nextDue(parse(first), parse(last), period)).toISOString(), `${due}:00.000Z`)
  })

test('periods are those that are listed', () => {
  assert.equal(periodArgument('month' satisfies Period), 'month')
  assert.throws(() => periodArgument('fortnight'), /must be one of day, week, month, quarter/)
})
