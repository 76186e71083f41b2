import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphAccuracy } from '../../../bench/graph/graph-accuracy.ts'
import type { CellTimes, PairedCell } from '../../../bench/graph/paired-cells.ts'

const timesOf = (times: Readonly<Record<string, readonly number[]>>): CellTimes =>
  new Map(
    Object.entries(times).map(([arm, values]) => [
      arm as 'h1',
      values.map((value, round) => ({ round, value })),
    ]),
  )

function cell(page: string, browser: Parameters<typeof timesOf>[0], graph: typeof browser): PairedCell {
  const campaigns = { browser: 1, graph: 2 }
  return { page, link: 'fibre', rttMs: 20, browser: timesOf(browser), graph: timesOf(graph), campaigns }
}

const steady = (ms: number): number[] => [0, 1, 2, 3, 4, 5, 6, 7].map((n) => ms + (n % 2))

test('errors are those of the medians, by page, link and arm', () => {
  const { times, medianAbsoluteError, worstAbsoluteError, rho } = graphAccuracy([
    cell('a', { h1: [90, 100, 110], h2: [200] }, { h1: [110], h2: [180] }),
    cell('b', { h1: [400], h3: [50] }, { h1: [400] }),
  ])
  assert.deepEqual(
    times.map(({ page, arm, error }) => [page, arm, Number(error.toFixed(6))]),
    [
      ['a', 'h1', 0.1],
      ['a', 'h2', -0.1],
      ['b', 'h1', 0],
    ],
  )
  assert.equal(medianAbsoluteError?.toFixed(6), '0.100000')
  assert.equal(worstAbsoluteError?.toFixed(6), '0.100000')
  assert.equal(rho, 1)
})

test('an error has an interval where both sides have six loads', () => {
  const wide = [100, 120, 140, 160, 180, 200]
  const { times } = graphAccuracy([
    cell(
      'a',
      { h1: steady(200), h2: wide, h3: [1, 2, 3, 4, 5] },
      { h1: steady(220), h2: wide, h3: steady(3) },
    ),
  ])
  const [steadyOne, wideOne, fewOne] = times.map(({ errorInterval }) => errorInterval)
  assert.ok(steadyOne && steadyOne[0] > 0.09 && steadyOne[1] < 0.11, `${steadyOne}`)
  assert.ok(wideOne && wideOne[0] < -0.2 && wideOne[1] > 0.2, `${wideOne}`)
  assert.equal(fewOne, null)
  assert.deepEqual(
    times.map(({ browserLoads, graphLoads }) => [browserLoads, graphLoads]),
    [
      [8, 8],
      [6, 6],
      [5, 8],
    ],
  )
})

const wide = (ms: number): number[] => [0.8, 0.9, 1, 1.1, 1.2, 0.85, 1.15, 1].map((share) => share * ms)

test('verdicts count where the browser has one', () => {
  const { verdicts, sameVerdicts } = graphAccuracy([
    cell('a', { h1: steady(200), h2: steady(100) }, { h1: steady(220), h2: steady(120) }),
    cell('b', { h1: steady(200), h2: steady(100) }, { h1: steady(100), h2: steady(200) }),
    cell('c', { h1: steady(200), h2: steady(200) }, { h1: steady(100), h2: steady(200) }),
    cell('d', { h1: steady(200), h2: steady(200) }, { h1: steady(100), h2: steady(100) }),
    cell('e', { h1: [200, 201], h2: [100, 101] }, { h1: steady(200), h2: steady(100) }),
    cell('f', { h1: steady(200), h2: steady(100) }, { h1: [200, 201], h2: [100, 101] }),
    cell('g', { h1: wide(200), h2: wide(200).toReversed() }, { h1: steady(200), h2: steady(100) }),
    cell('h', { h1: steady(200), h2: steady(100) }, { h1: wide(200), h2: wide(200).toReversed() }),
  ])
  assert.deepEqual(
    verdicts.map(({ page, browser, graph, isSame }) => [page, browser, graph, isSame]),
    [
      ['a', 'faster', 'faster', true],
      ['b', 'faster', 'slower', false],
      ['c', 'no difference', 'slower', false],
      ['d', 'no difference', 'no difference', true],
      ['e', 'too few rounds', 'faster', null],
      ['f', 'faster', 'too few rounds', false],
      ['g', 'not decided', 'faster', null],
      ['h', 'faster', 'not decided', false],
    ],
  )
  assert.equal(sameVerdicts, 2 / 6)
})

test('where the browser shows no difference beyond 5 %, a graph’s of 2 % is none either', () => {
  const even = cell('a', { h1: steady(200), h2: steady(200) }, { h1: steady(400), h2: steady(390) })
  const { verdicts } = graphAccuracy([
    even,
    cell('b', { h1: steady(400), h2: steady(390) }, { h1: steady(200), h2: steady(200) }),
  ])
  assert.deepEqual(
    verdicts.map(({ browser, graph, isSame }) => [browser, graph, isSame]),
    [
      ['no difference', 'faster', true],
      ['faster', 'no difference', false],
    ],
  )
})

test('variation is compared where both have two loads', () => {
  const { variationRatio } = graphAccuracy([
    cell('a', { h1: [90, 110], h2: [100] }, { h1: [95, 105], h2: [100] }),
  ])
  assert.equal(variationRatio, 0.5)
})

test('without cells everything is unknown', () => {
  const { times, verdicts, ...figures } = graphAccuracy([])
  assert.deepEqual([times, verdicts], [[], []])
  assert.ok(Object.values(figures).every((value) => value === null))
})
