import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idleSharesAt, pageTimesAt, type UsersInterval } from '../../model/load-at-users.ts'

const interval = (
  usersFrom: number,
  usersTo: number,
  changes: Partial<UsersInterval> = {},
): UsersInterval => ({
  ...{ usersFrom, usersTo, pagesDone: 5, pagesFailed: 0, pagesOverdue: 0, p50Ms: usersTo, serverBusy: 0.25 },
  ...changes,
})

test('page times at a number of users are those of the intervals in which the ramp passed it', () => {
  const intervals = [interval(0, 50), interval(50, 100), interval(100, 150), interval(150, 150)]
  assert.deepEqual(pageTimesAt(intervals, 100), [100])
  assert.deepEqual(pageTimesAt(intervals, 101), [150])
  assert.deepEqual(pageTimesAt(intervals, 151), [])
})

test('a median page that is overdue or failed is longer than all, and an interval without a page says nothing', () => {
  const overdue = interval(0, 10, { pagesDone: 0, pagesOverdue: 3, p50Ms: null })
  const none = interval(0, 10, { pagesDone: 0, p50Ms: null })
  assert.deepEqual(pageTimesAt([overdue, none, interval(0, 10)], 5), [Infinity, 10])
})

test('the idle share of a core is known where its busy share is', () => {
  assert.deepEqual(idleSharesAt([interval(0, 10), interval(0, 10, { serverBusy: null })], 5), [0.75])
})
