import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderEnvironment, workerOrder } from '../../../cli/worker/worker-order.ts'

test('an order comes back from the environment as it was given; without one there is none', () => {
  const order = {
    surveyId: 3,
    part: { index: 1, count: 2 },
    options: null,
    fates: [{ pid: 1, fate: 'crashed' as const }],
  }
  assert.deepEqual(workerOrder(orderEnvironment(order)), order)
  assert.equal(workerOrder({}), null)
})
