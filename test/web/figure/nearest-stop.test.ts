import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadOut, Stop } from '../../../web/charts/chart.ts'
import { nearestStop, stopAfterKey } from '../../../web/figure/nearest-stop.ts'

const across: ReadOut = { nearest: 'x', line: null, stops: [at(0, 5), at(10, 5), at(20, 5)] }
const climbing: ReadOut = { nearest: 'y', line: null, stops: [at(0, 90), at(0, 50), at(0, 10)] }
const rows: ReadOut = { nearest: 'y', line: null, stops: [at(0, 10), at(0, 50), at(0, 90)] }
const grid: ReadOut = {
  nearest: 'xy',
  line: null,
  columns: 2,
  stops: [at(0, 0), at(10, 0), at(0, 10), at(10, 10)],
}

test('the stop nearest to a pointer is found along the axis that counts', () => {
  assert.equal(nearestStop(across, 14, 1000), 1)
  assert.equal(nearestStop(rows, 1000, 71), 2)
  assert.equal(nearestStop(grid, 9, 8), 3)
  assert.equal(nearestStop({ ...across, stops: [] }, 0, 0), null)
})

test('a long bar is near all along', () => {
  const bars: ReadOut = {
    nearest: 'xy',
    line: null,
    stops: [
      { ...at(500, 5), box: { x: 0, y: 0, width: 1000, height: 10 } },
      { ...at(20, 25), box: { x: 0, y: 20, width: 40, height: 10 } },
    ],
  }
  assert.equal(nearestStop(bars, 30, 12), 0)
  assert.equal(nearestStop(bars, 30, 19), 1)
})

test('right and left go on and back, and stay at the ends', () => {
  assert.equal(stopAfterKey(across, 0, 'ArrowRight'), 1)
  assert.equal(stopAfterKey(across, 2, 'ArrowRight'), 2)
  assert.equal(stopAfterKey(across, 0, 'ArrowLeft'), 0)
})

test('down goes to the stop below: on in a list, back where stops climb, a row further in a grid', () => {
  assert.equal(stopAfterKey(rows, 0, 'ArrowDown'), 1)
  assert.equal(stopAfterKey(climbing, 1, 'ArrowDown'), 0)
  assert.equal(stopAfterKey(climbing, 1, 'ArrowUp'), 2)
  assert.equal(stopAfterKey(grid, 1, 'ArrowDown'), 3)
  assert.equal(stopAfterKey(grid, 1, 'ArrowUp'), 1)
})

test('the first key begins at the start; Home and End go to the ends; other keys mean nothing', () => {
  assert.equal(stopAfterKey(across, null, 'ArrowRight'), 0)
  assert.equal(stopAfterKey(across, 1, 'Home'), 0)
  assert.equal(stopAfterKey(across, 0, 'End'), 2)
  assert.equal(stopAfterKey(across, 0, 'Tab'), null)
  assert.equal(stopAfterKey({ ...across, stops: [] }, null, 'ArrowRight'), null)
})

function at(x: number, y: number): Stop {
  return { x, y, text: `${x},${y}` }
}
