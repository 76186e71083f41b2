import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paperLinesChart } from '../../../web/charts/paper-lines.ts'
import { markup } from '../../../web/dom/markup.ts'

const DATA = {
  xLabel: 'Rate, Mbit/s',
  yLabel: 'Reduction, %',
  isLog: true,
  printed: [{ x: 8, y: -22.24, limits: null, n: null }],
  lines: [
    {
      arm: 'h2',
      points: [
        { x: 0.064, y: 5, limits: [4, 6] as const, n: 30 },
        { x: 8, y: -1, limits: null, n: 2 },
      ],
    },
  ],
}
const OPTIONS = { width: 400, title: 'By rate' }

test('a figure of a paper is read out at each place: measured with interval and rounds, printed by itself', () => {
  const { readOut, summary, note, table } = paperLinesChart(DATA, OPTIONS)
  assert.deepEqual(
    readOut?.stops.map(({ text }) => text),
    [
      'Rate, Mbit/s 0.064: HTTP/2 5.00 (4.00 to 6.00), 30 rounds',
      'Rate, Mbit/s 8: HTTP/2 −1.00, 2 rounds · printed −22.2',
    ],
  )
  assert.equal(summary, 'HTTP/2 from 5.00 at 0.064 to −1.00 at 8.')
  assert.match(note, /^n = 32 rounds\./)
  assert.deepEqual(table.rows[0], ['printed, SPDY', 8, -22.24, null, null, null])
})

test('what is printed only is drawn as open marks, and what is neither is said in words', () => {
  const printed = paperLinesChart({ ...DATA, lines: [] }, OPTIONS)
  assert.equal(printed.summary, 'Printed: 1 value. Not measured yet.')
  assert.match(markup(printed.svg), /class="dot open reference"/)
  const nothing = paperLinesChart({ ...DATA, printed: [], lines: [] }, OPTIONS)
  assert.equal(nothing.readOut, null)
  assert.equal(nothing.summary, 'Nothing is printed in numbers, and nothing measured yet.')
})
