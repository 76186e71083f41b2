import assert from 'node:assert/strict'
import { test } from 'node:test'
import { laneCount } from '../../../cli/lab/lane-count.ts'
import type { PlannedCell } from '../../../lab/plan/plan.ts'

const cells = (page: string, count: number, skip: string | null = null): PlannedCell[] =>
  Array.from({ length: count }, () => ({ page, skip }) as PlannedCell)

test('browsers have the machine for themselves, graphs get five lanes a core', () => {
  assert.equal(laneCount({ cells: cells('modern', 50) }, 2), 1)
  assert.equal(laneCount({ cells: cells('graph:modern', 50) }, 2), 10)
  assert.equal(laneCount({ cells: cells('graph:modern', 50) }, 64), 16)
})

test('there are no more lanes than cells that are measured', () => {
  assert.equal(laneCount({ cells: [...cells('graph:modern', 3), ...cells('graph:depth-5', 9, 'off')] }, 2), 3)
})
