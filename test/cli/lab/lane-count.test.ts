import assert from 'node:assert/strict'
import { test } from 'node:test'
import { laneCount } from '../../../cli/lab/lane-count.ts'
import type { PlannedCell } from '../../../lab/plan/plan.ts'

const cells = (page: string, count: number, skip: string | null = null): PlannedCell[] =>
  Array.from({ length: count }, () => ({ page, skip }) as PlannedCell)

const lanes = (of: PlannedCell[], cores: number, visitsOfCell = 1): number =>
  laneCount({ cells: of }, { visitsOfCell, cores })

test('browsers have the machine for themselves, graphs get five lanes a core', () => {
  assert.equal(lanes(cells('modern', 50), 2), 1)
  assert.equal(lanes(cells('graph:modern', 50), 2), 10)
  assert.equal(lanes(cells('graph:modern', 50), 64), 16)
})

test('there are no more lanes than parts of the cells that are measured', () => {
  const few = [...cells('graph:modern', 3), ...cells('graph:depth-5', 9, 'off')]
  assert.equal(lanes(few, 2), 3)
  assert.equal(lanes(few, 2, 3), 9)
  assert.equal(lanes(few, 2, 4), 10)
})
