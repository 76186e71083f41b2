import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadIntervals } from '../../../stats/load/load-intervals.ts'
import { pageTimeOfRank } from '../../../stats/load/page-time-rank.ts'
import { pages, seconds } from './seconds.ts'

const OPTIONS = { intervalMs: 2_000, limitMs: 3_000 }

test('a rank among pages that failed is unknown, one of no page undefined, by the nearest rank', () => {
  const times = [
    [2_000, 18],
    [9_000, 1],
  ] as const
  assert.equal(pageTimeOfRank({ times, longer: 1 }, 0.5), 2)
  // 19 of 20 is the 0.95 quantile.
  assert.equal(pageTimeOfRank({ times, longer: 1 }, 0.95), 9)
  assert.equal(pageTimeOfRank({ times, longer: 1 }, 0.96), null)
  assert.equal(pageTimeOfRank({ times: [], longer: 3 }, 0.5), null)
  assert.equal(pageTimeOfRank({ times: [], longer: 0 }, 0.5), undefined)
})

test('intervals are whole: what was counted in a shorter one is left out', () => {
  const found = loadIntervals(
    seconds(5, (second) => ({ load: { users: second + 1, ...pages(10, 100) } })),
    OPTIONS,
  )
  assert.deepEqual(
    found.map(({ fromMs, toMs, usersFrom, usersTo, pagesDone, pagesPerS, p95Ms }) => [
      ...[fromMs, toMs, usersFrom, usersTo, pagesDone, pagesPerS, p95Ms],
    ]),
    [
      [0, 2_000, 1, 2, 20, 10, 100],
      [2_000, 4_000, 2, 4, 20, 10, 100],
    ],
  )
})

test('busy workers of an interval are the most of its seconds, and unknown where the server says nothing', () => {
  const found = loadIntervals(
    seconds(6, (second) => ({ server: { busyWorkers: second < 4 ? 10 - second : null } })),
    OPTIONS,
  )
  assert.deepEqual(
    found.map(({ busyWorkers }) => busyWorkers),
    [10, 8, null],
  )
})

test('memory of an interval is that at its end: PSS, or RSS where PSS is not known of all of the load', () => {
  const bytesOf = (pssBytes: number | null) =>
    loadIntervals(
      seconds(6, (second) => ({
        server: second === 5 ? null : { pssBytes: second === 4 ? pssBytes : second, rssBytes: 100 + second },
      })),
      OPTIONS,
    ).map(({ serverBytes }) => serverBytes)
  assert.deepEqual(bytesOf(4), [1, 3, null])
  assert.deepEqual(bytesOf(null), [101, 103, null])
})

test('pages that are under way for longer than the limit count as longer, so that a server that hangs is not quick', () => {
  // Ten pages begin each second; from the third second on one is done quickly, the others hang.
  const found = loadIntervals(
    seconds(8, (second) => ({
      load: { ...pages(second < 2 ? 10 : 1, 100), pagesBegun: 10 },
    })),
    OPTIONS,
  )
  assert.deepEqual(
    found.map(({ pagesOverdue, p95Ms }) => [pagesOverdue, p95Ms]),
    [
      [0, 100],
      [0, 100],
      // Nine of each second hang: 9 and 27. One of the pages that ended may have begun before the limit or after it.
      [8, null],
      [26, null],
    ],
  )
})

test('pages that hang are found among many that do not', () => {
  // Of 100 that begin each second ten hang, the others take 200 ms, and so end in the next one if they began late.
  const found = loadIntervals(
    seconds(8, (second) => ({ load: { ...pages(second === 0 ? 72 : 90, 200), pagesBegun: 100 } })),
    OPTIONS,
  )
  const [early, , late, last] = found
  assert.deepEqual([early?.pagesOverdue, early?.p95Ms], [0, 200])
  // 30 and 50, less three standard deviations of 90 pages a fifth of which began before the limit.
  assert.deepEqual([late?.pagesOverdue, last?.pagesOverdue], [18, 38])
  assert.deepEqual([late?.p95Ms, last?.p95Ms], [null, null])
})

test('a server whose pages take nearly the limit has none that are overdue, whatever its seconds look like', () => {
  // 30 pages begin in one second and 10 in the next; a tenth of each ends two seconds later, the others three.
  const done = (second: number): number => (second < 2 ? 0 : second === 2 ? 3 : second % 2 === 0 ? 12 : 28)
  const found = loadIntervals(
    seconds(12, (second) => ({
      load: { ...pages(done(second), 2_900), pagesBegun: second % 2 === 0 ? 30 : 10 },
    })),
    { ...OPTIONS, intervalMs: 1_000 },
  )
  assert.deepEqual(new Set(found.map(({ pagesOverdue }) => pagesOverdue)), new Set([0]))
})

test('a client is as busy as its program or its core, whichever is more', () => {
  const busy = (cpuMs: number, client: number | null): number | undefined =>
    loadIntervals(
      seconds(2, () => ({ load: { cpuMs }, client })),
      OPTIONS,
    )[0]?.clientBusy
  assert.equal(busy(300, 0.7), 0.7)
  assert.equal(busy(800, 0.7), 0.8)
  assert.equal(busy(300, null), 0.3)
})

test('a second in which the core was not read leaves the others what they are', () => {
  const [interval] = loadIntervals(
    seconds(2, (second) => ({ load: { cpuMs: 100 }, client: second === 0 ? 0.9 : null })),
    OPTIONS,
  )
  assert.equal(interval?.clientBusy, 0.9)
})

test('the first user is there from the start, the others of the first second are not', () => {
  const [interval] = loadIntervals(
    seconds(2, (second) => ({ load: { users: 6 * (second + 1), ...pages(10, 100) } })),
    OPTIONS,
  )
  assert.deepEqual([interval?.usersFrom, interval?.usersTo], [1, 12])
})

test('errors are added by kind, and no seconds are no intervals', () => {
  const [interval] = loadIntervals(
    seconds(2, (second) => ({ load: { errors: { tcp_refused: 1 + second, wrong_status: 2 } } })),
    OPTIONS,
  )
  assert.deepEqual(interval?.errors, { tcp_refused: 3, wrong_status: 4 })
  assert.deepEqual(loadIntervals([], OPTIONS), [])
})
