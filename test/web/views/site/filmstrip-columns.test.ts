import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellsAt, columnTimes, defaultStep, stepsFor } from '../../../../web/views/site/filmstrip-columns.ts'

const STRIP = {
  frames: [
    { shownMs: -5, picture: 'blank' },
    { shownMs: 140, picture: 'half' },
    { shownMs: 200, picture: 'whole' },
    { shownMs: 201, picture: 'late' },
  ],
  marks: { fcpMs: 130, lcpMs: 200, loadMs: 250 },
  cutMs: null,
  endMs: 250,
}

test('columns begin at 0 and end with the first that is not before the end', () => {
  assert.deepEqual(columnTimes(250, '0.1'), [0, 100, 200, 300])
  assert.deepEqual(columnTimes(300, '0.1'), [0, 100, 200, 300])
  assert.deepEqual(columnTimes(0, '0.5'), [0])
})

for (const [endMs, step] of [
  [900, '0.1'],
  [3_000, '0.1'],
  [3_001, '0.5'],
  [15_000, '0.5'],
  [16_000, '1'],
  [60_000, '5'],
] as const)
  test(`a load of ${endMs} ms is shown every ${step} s where nothing is chosen`, () => {
    assert.equal(defaultStep(endMs), step)
  })

test('steps of more columns than can be looked at are not offered', () => {
  assert.deepEqual(stepsFor(900), ['0.1', '0.5', '1', '5'])
  assert.deepEqual(stepsFor(60_000), ['0.5', '1', '5'])
  assert.deepEqual(stepsFor(10_000_000), ['5'])
})

test('a column shows the last picture that was taken by then, and whether it is another one', () => {
  const cells = cellsAt(STRIP, [0, 100, 200, 300, 400])
  assert.deepEqual(
    cells.map(({ picture, change }) => [picture, change]),
    [
      ['blank', 'at the start'],
      ['blank', 'as before'],
      ['whole', 'changed'],
      ['late', 'changed'],
      ['late', 'as before'],
    ],
  )
})

test('a moment is marked in the first column that is not before it', () => {
  const cells = cellsAt(STRIP, [0, 100, 200, 300])
  assert.deepEqual(
    cells.map(({ marks }) => marks.map(({ name }) => name)),
    [[], [], ['FCP', 'LCP'], ['load']],
  )
  const unknown = cellsAt({ ...STRIP, marks: { fcpMs: null, lcpMs: null, loadMs: null } }, [0, 500])
  assert.deepEqual(
    unknown.flatMap(({ marks }) => marks),
    [],
  )
})

test('columns that begin after the end of the load are marked as such', () => {
  assert.deepEqual(
    cellsAt(STRIP, [0, 100, 200, 300, 400, 500]).map(({ after }) => after),
    [false, false, false, false, true, true],
  )
})

test('before the first picture and beyond a limit it is unknown what was shown', () => {
  const frames = STRIP.frames.slice(1)
  assert.deepEqual(
    cellsAt({ ...STRIP, frames, cutMs: 300 }, [0, 100, 200, 300, 400]).map(({ picture, change }) => [
      picture,
      change,
    ]),
    [
      [null, 'at the start'],
      [null, 'as before'],
      ['whole', 'changed'],
      [null, 'changed'],
      [null, 'as before'],
    ],
  )
})
