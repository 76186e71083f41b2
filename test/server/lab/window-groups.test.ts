import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasuredCell } from '../../../server/lab/lab-gains.ts'
import { windowGroups } from '../../../server/lab/window-groups.ts'

const cellsOf = (factors: readonly MeasuredCell['factors'][]): MeasuredCell[] =>
  factors.map((each, cell) => ({
    ...{ labRunId: 1, cell, factors: each, configuredLink: {}, measuredLink: null, wireLimitMs: null },
    ...{ campaignId: cell + 1, site: 0, state: 'done', reason: null },
  }))

test('conditions that differ in nothing but the window are a group, each against the smallest', () => {
  const groups = windowGroups(
    cellsOf([
      { rttMs: 20, initcwnd: 32 },
      { rttMs: 100, initcwnd: 3 },
      // The same factors in another order are the same condition.
      { initcwnd: 3, rttMs: 20 },
      { rttMs: 20, initcwnd: 10 },
    ]),
  )
  assert.deepEqual(
    groups.map(({ factors, smallest, larger }) => [
      factors,
      smallest.cell.cell,
      larger.map(({ window, cell }) => [window, cell.cell]),
    ]),
    [
      [
        { rttMs: 20 },
        2,
        [
          [10, 3],
          [32, 0],
        ],
      ],
    ],
  )
})

test('a window that is the machine’s is compared with none', () => {
  assert.deepEqual(windowGroups(cellsOf([{ initcwnd: null }, { initcwnd: 10 }, { page: 'A' }])), [])
})
