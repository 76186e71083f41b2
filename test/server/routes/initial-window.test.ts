import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labInitialWindow } from '../../../server/routes/lab.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'
import { type WindowCondition, writeWindowRun } from '../lab/window-run.ts'

const bench = opened(handlerBench)

const asked = (initcwnd: number) => ({ tcp: initcwnd, quic: initcwnd })
const file = (initcwnd: number, change: Partial<WindowCondition> = {}): WindowCondition => ({
  ...{ initcwnd, page: 'graph:single-25000', readBack: asked(initcwnd) },
  pltMs: { h2: 5_000 / initcwnd, h3: 4_000 / initcwnd },
  wireLimitMs: { h2: 600, h3: 300 + 2_000 / initcwnd },
  ...change,
})

const answerOf = async (conditions: readonly WindowCondition[]) => {
  const id = String(await writeWindowRun(bench.writer, conditions))
  return bench.answer('labInitialWindow', labInitialWindow, { id })
}

test('each larger window is compared with the smallest, by arm, with n, interval and what the wire limits expect', async () => {
  const answer = await answerOf([file(10), file(3), file(32)])
  assert.deepEqual(
    answer.rows.map((row) => [
      row.arm,
      row.smallWindow,
      row.largeWindow,
      row.smallCell,
      row.largeCell,
      row.n,
    ]),
    [
      ['h2', 3, 10, 1, 0, 7],
      ['h3', 3, 10, 1, 0, 7],
      ['h2', 3, 32, 1, 2, 7],
      ['h3', 3, 32, 1, 2, 7],
    ],
  )
  const [h2, h3] = answer.rows
  assert.ok(h2?.gain && h3?.expectedGain)
  const { value, low, high } = h2.gain
  assert.ok(Math.abs(value - 10 / 3) < 1e-9)
  assert.ok(low !== null && high !== null && 3 < low && low < value && value < high)
  assert.equal(h2.verdict, 'faster')
  assert.deepEqual([h2.expectedGain, h3.expectedGain], [1, (300 + 2_000 / 3) / 500])
  assert.deepEqual([h2.fileBytes, h2.factors], [25_000, { page: 'graph:single-25000', rttMs: 100 }])
  assert.equal(answer.leftOut, 0)
})

test('a curve is for all files of a condition, and goes through what the model says of each', async () => {
  const other = { page: 'single-400000' }
  const answer = await answerOf([file(3), file(10), file(3, other), file(10, other)])
  assert.deepEqual(
    answer.curves.map(({ arm, factors, gains }) => [arm, factors, gains.length]),
    ['h2', 'h3'].map((arm) => [arm, { rttMs: 100 }, answer.curveBytes.length]),
  )
  assert.ok((answer.curveBytes.at(0) ?? 0) < 25_000 && (answer.curveBytes.at(-1) ?? 0) > 400_000)
  assert.ok(answer.curves.every(({ gains }) => Math.max(...gains) > 1.2))
})

test('a gain is that of windows that were read back as they were asked for, of TCP and of QUIC by themselves', async () => {
  const gainsOf = async (readBack: WindowCondition['readBack']) =>
    (await answerOf([file(3), file(10, { readBack })])).rows.map(
      ({ arm, isReadBack, gain, largeReadBack, n }) => [arm, isReadBack, gain === null, largeReadBack, n],
    )
  assert.deepEqual(await gainsOf({ tcp: 10, quic: 32 }), [
    ['h2', true, false, [10], 7],
    ['h3', false, true, [32], 7],
  ])
  assert.deepEqual(await gainsOf({ tcp: 4, quic: 10 }), [
    ['h2', false, true, [4], 7],
    ['h3', true, false, [10], 7],
  ])
  assert.deepEqual(await gainsOf(null), [
    ['h2', false, true, null, 7],
    ['h3', false, true, null, 7],
  ])
})

test('of too few rounds there is a gain without an interval, and of none no gain', async () => {
  const [few] = (await answerOf([file(3), file(10, { rounds: 5 })])).rows
  assert.deepEqual(
    [few?.n, few?.gain === null, few?.gain?.low, few?.verdict],
    [5, false, null, 'too few rounds'],
  )
  const { rows } = await answerOf([file(3), file(10, { pltMs: { h2: 400 } })])
  assert.deepEqual(
    rows.map(({ arm, n, gain }) => [arm, n, gain === null]),
    [
      ['h2', 7, false],
      ['h3', 0, true],
    ],
  )
})

test('a page of several files has gains and no curve; a window of the machine’s own is left out', async () => {
  const several = { page: 'cablelabs-a', wireLimitMs: null }
  const { initcwnd: _, ...unset } = file(10)
  const answer = await answerOf([file(3, several), file(10, several), { ...unset, initcwnd: null }])
  assert.deepEqual(
    answer.rows.map(({ fileBytes, expectedGain }) => [fileBytes, expectedGain]),
    [
      [null, null],
      [null, null],
    ],
  )
  assert.deepEqual([answer.curves, answer.curveBytes, answer.leftOut], [[], [], 1])
})

test('the fixture’s servers say nothing, so that its windows are not known; a run that is not there is an error', async () => {
  const id = String(bench.fixture.labRunId)
  const { rows, leftOut } = await bench.answer('labInitialWindow', labInitialWindow, { id })
  assert.deepEqual(
    [rows.length, rows.every(({ isReadBack, gain }) => !isReadBack && gain === null)],
    [6, true],
  )
  // A fifth condition was not measured.
  assert.equal(leftOut, 1)
  await assert.rejects(bench.answer('labInitialWindow', labInitialWindow, { id: '99' }), {
    code: 'not_found',
  })
})
