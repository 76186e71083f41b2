import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VisitQueue } from '../../../lab/run/visit-queue.ts'

const visit = (cell: number, fromRound: number) => ({
  cell,
  block: fromRound / 5,
  fromRound,
  untilRound: fromRound + 5,
})
const visits = [visit(1, 0), visit(0, 0), visit(1, 5), visit(0, 5)]

test('lanes take the visits in their order, also two of one cell', () => {
  const queue = new VisitQueue(visits)
  const taken = []
  for (let next = queue.take(); next !== null; next = queue.take()) taken.push(next)
  assert.deepEqual(taken, visits)
})

test('where its earlier rounds can end a cell, it is left to the lane that is at it', () => {
  const queue = new VisitQueue(visits, { isOneLaneACell: true })
  assert.deepEqual([queue.take(), queue.take()], [visit(1, 0), visit(0, 0)])
  assert.equal(queue.take(), null)
  queue.release(visit(0, 0))
  assert.deepEqual(queue.take(), visit(0, 5))
  queue.release(visit(0, 5))
  assert.equal(queue.take(), null)
  queue.release(visit(1, 0))
  assert.deepEqual(queue.take(), visit(1, 5))
  queue.release(visit(1, 5))
  assert.equal(queue.take(), null)
})
