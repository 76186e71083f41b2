import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  idleSharesAt,
  memoryAddedBetween,
  pageTimesAt,
  type UsersInterval,
} from '../../model/load-at-users.ts'

const interval = (
  usersFrom: number,
  usersTo: number,
  changes: Partial<UsersInterval> = {},
): UsersInterval => ({
  ...{ usersFrom, usersTo, pagesDone: 5, pagesFailed: 0, pagesOverdue: 0, p50Ms: usersTo },
  ...{ serverBusy: 0.25, serverBytes: 1_000 * usersTo },
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

test('memory added between two numbers of users is on the lines between the ends of intervals', () => {
  const intervals = [interval(1, 40), interval(40, 80), interval(80, 120, { serverBytes: 120_000 + 40_000 })]
  // 51,000 bytes at 51 users; at 101, 21 of 40 users after 80, 80,000 + 21 × 2,000.
  assert.equal(memoryAddedBetween(intervals, [51, 101]), 122_000 - 51_000)
})

test('memory added is unknown where there were fewer users, an interval is missing, or memory was not read', () => {
  const [first, second, third] = [interval(1, 40), interval(40, 80), interval(80, 120)]
  assert.equal(memoryAddedBetween([first, second], [51, 101]), null)
  assert.equal(memoryAddedBetween([first, third], [101, 110]), null)
  assert.equal(memoryAddedBetween([first, second], [10, 51]), null)
  assert.equal(memoryAddedBetween([first, { ...second, serverBytes: null }, third], [51, 101]), null)
  assert.equal(memoryAddedBetween([], [51, 101]), null)
})
