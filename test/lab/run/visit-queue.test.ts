import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VisitQueue } from '../../../lab/run/visit-queue.ts'

const visit = (cell: number, untilRound: number) => ({ cell, untilRound })

test('a lane goes on with the next block while another is at a cell of the one before, and leaves that cell to it', () => {
  const queue = new VisitQueue([visit(1, 5), visit(0, 5), visit(1, 10), visit(0, 10)])
  const [long, short] = [queue.take(), queue.take()]
  assert.deepEqual([long, short], [visit(1, 5), visit(0, 5)])
  assert.equal(queue.take(), null)
  queue.release(visit(0, 5))
  assert.deepEqual(queue.take(), visit(0, 10))
  queue.release(visit(0, 10))
  // Of the other cell two visits at once would be of one campaign.
  assert.equal(queue.take(), null)
  queue.release(visit(1, 5))
  assert.deepEqual(queue.take(), visit(1, 10))
  queue.release(visit(1, 10))
  assert.equal(queue.take(), null)
})

test('alone, a lane takes all visits in their order', () => {
  const visits = [visit(2, 5), visit(0, 5), visit(0, 10), visit(2, 10)]
  const queue = new VisitQueue(visits)
  const taken = []
  for (let next = queue.take(); next !== null; next = queue.take()) {
    taken.push(next)
    queue.release(next)
  }
  assert.deepEqual(taken, visits)
})
