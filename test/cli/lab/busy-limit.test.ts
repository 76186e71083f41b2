import assert from 'node:assert/strict'
import { test } from 'node:test'
import { busyLimitOf } from '../../../cli/lab/busy-limit.ts'
import type { PlannedCell } from '../../../lab/plan/plan.ts'

const plan = (page: string): { cells: PlannedCell[] } => ({ cells: [{ page, skip: null } as PlannedCell] })

test('graphs may be loaded beside more other work than browsers', () => {
  assert.equal(busyLimitOf(plan('modern'), false), 0.5)
  assert.equal(busyLimitOf(plan('recording:/shop'), false), 0.5)
  assert.equal(busyLimitOf(plan('graph:modern'), false), 0.7)
})

test('no load of a graph is left out where it runs before all others', () => {
  assert.equal(busyLimitOf(plan('graph:modern'), true), 1)
})
