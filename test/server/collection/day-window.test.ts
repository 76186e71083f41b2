import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithinWindow } from '../../../server/collection/take-contribution.ts'

for (const [day, isTaken] of [
  ['2026-11-20', true],
  ['2026-11-12', true],
  ['2026-11-11', false],
  ['2026-11-21', false],
  ['2026-02-31', false],
  ['2026-13-01', false],
] as const)
  test(`on 2026-11-20 a load of ${day} is ${isTaken ? 'taken' : 'refused'}`, () => {
    assert.equal(isWithinWindow(day, '2026-11-20'), isTaken)
  })
