import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gainLostByDependencies, pagePairs } from '../../../bench/epload/dependent-pages.ts'
import { middleOf } from '../../../bench/epload/statement.ts'
import { gainLostByLoss, gainOfSweep, retransmissionsSaved } from '../../../bench/epload/sweep.ts'
import { about, measuredCell } from '../../cli/lab/measured.ts'
import { near } from '../../stats/near.ts'

/** Ten conditions at each loss: HTTP/2 twice as fast without loss, half as fast at 2 %. */
const SWEEP = [0, 0.005, 0.02].flatMap((lossFraction, index) =>
  Array.from({ length: 10 }, (_, n) =>
    measuredCell(
      10 * index + n,
      { lossFraction, objects: n },
      {
        h1: about(1_000 + n),
        h2: about(lossFraction === 0.02 ? 2_000 + n : 500 + n),
      },
    ),
  ),
)

test('a statement is found again, not found or undecided by its interval alone', () => {
  const finding = (values: number[]) => middleOf(values)?.finding
  assert.equal(finding([1, 2, 3, 4, 5, 6, 7, 8]), 'found again')
  assert.equal(finding([-1, -2, -3, -4, -5, -6, -7, -8]), 'not found')
  assert.equal(finding([-1, 2, -3, 4, -5, 6, -7, 8]), 'undecided')
  // All are above 0, and five are too few for 95 %.
  assert.deepEqual([finding([1, 2, 3, 4, 5]), middleOf([1, 2, 3])?.interval], ['undecided', null])
  assert.equal(middleOf([]), null)
})

test('gains of a sweep are of its conditions, and what loss costs is the highest against none', () => {
  const gain = gainOfSweep(SWEEP.slice(0, 20), 'h1', 'h2')
  assert.deepEqual([gain?.n, gain?.finding], [20, 'found again'])
  assert.ok(Math.abs(Math.exp(gain?.value ?? 0) - 2) < 0.05)
  const lost = gainLostByLoss(SWEEP, 'h1', 'h2')
  assert.deepEqual([lost?.n, lost?.finding], [20, 'found again'])
  assert.ok(Math.abs(Math.exp(lost?.value ?? 0) - 4) < 0.1)
  assert.equal(gainLostByLoss(SWEEP.slice(0, 10), 'h1', 'h2'), null, 'loss was not varied')
  assert.equal(gainOfSweep(SWEEP, 'h1', 'h3'), null, 'h3 was not measured')
})

test('retransmissions count where packets were lost, by condition', () => {
  const counts = [0, 0.02].flatMap((lossFraction) =>
    Array.from({ length: 8 }, (_, n) =>
      measuredCell(n, { lossFraction }, { h1: [10 + n, 12 + n], h2: [7 + n, 8 + n], h3: [12 + n, 14 + n] }),
    ),
  )
  const saved = retransmissionsSaved(counts, 'h1', 'h2')
  assert.deepEqual([saved?.n, saved?.value, saved?.finding], [8, 3.5, 'found again'])
  assert.equal(retransmissionsSaved(counts, 'h1', 'h3')?.finding, 'not found')
  assert.equal(retransmissionsSaved(counts.slice(0, 8), 'h1', 'h2'), null)
})

test('a page is paired with itself without dependencies, over the same link', () => {
  const cells = [20, 100].flatMap((rttMs) => [
    measuredCell(0, { page: 'graph:modern', rttMs }, { h1: about(1_000), h2: about(1_000) }),
    measuredCell(1, { page: 'graph:flat-modern', rttMs }, { h1: about(800), h2: about(400) }),
    measuredCell(2, { page: 'graph:alone', rttMs }, { h1: about(800), h2: about(400) }),
  ])
  const pairs = pagePairs(cells, 'h1', 'h2')
  assert.deepEqual(
    pairs.map(({ page, others, dependent, flat }) => [page, others.rttMs, dependent, Math.round(flat)]),
    [
      ['modern', 20, 1, 2],
      ['modern', 100, 1, 2],
    ],
  )
  assert.deepEqual([gainLostByDependencies(pairs)?.finding, gainLostByDependencies([])], ['undecided', null])
})

test('what dependencies cost is of pages: the links of one are its mean, and no pages more', () => {
  const pair = (page: number, lost: number) => ({
    ...{ page: `page-${page}`, others: {} },
    ...{ dependent: 1, flat: Math.exp(lost) },
  })
  const pages = Array.from({ length: 8 }, (_, page) => page)
  // Two links of each page, the second with twice the loss of the first: means of 0.15, 0.3, … 1.2.
  const twice = gainLostByDependencies(
    pages.flatMap((page) => [pair(page, 0.1 * (page + 1)), pair(page, 0.2 * (page + 1))]),
  )
  const once = gainLostByDependencies(pages.map((page) => pair(page, 0.15 * (page + 1))))
  assert.equal(twice?.n, 8)
  for (const place of [0, 1]) near(twice?.interval?.[place], once?.interval?.[place] ?? Number.NaN)
  near(twice?.value, once?.value ?? Number.NaN)
  // Six links of three pages are three values: too few for an interval.
  const three = pages.slice(0, 3).flatMap((page) => Array.from({ length: 6 }, () => pair(page, 0.1)))
  assert.deepEqual([gainLostByDependencies(three)?.n, gainLostByDependencies(three)?.interval], [3, null])
})
