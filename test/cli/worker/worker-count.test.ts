import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workerCount } from '../../../cli/worker/worker-count.ts'

const LIMITS = { concurrency: 256, perAddress: 2 }

test('without a wish there are two workers where there are cores and sites for them', () => {
  const counts = [1, 2, 3, 64].map((cores) =>
    [199, 200, 4_999, 5_000, 10_000].map((sites) => workerCount(LIMITS, sites, cores)),
  )
  assert.deepEqual(counts, [
    [1, 1, 1, 1, 1],
    [1, 1, 1, 2, 2],
    [1, 2, 2, 2, 2],
    [1, 2, 2, 2, 2],
  ])
})

test('as many as are wished for, but none without sites', () => {
  const limits = { concurrency: 256, perAddress: 100 }
  assert.equal(workerCount({ ...limits, workers: 8 }, 10_000, 1), 8)
  assert.equal(workerCount({ ...limits, workers: 8 }, 350, 2), 3)
  assert.equal(workerCount({ ...limits, workers: 8 }, 0, 2), 1)
  assert.equal(workerCount({ ...limits, workers: 1 }, 10_000, 64), 1)
})

test('never more than the limits can be divided among', () => {
  assert.equal(workerCount({ workers: 8, concurrency: 256, perAddress: 3 }, 10_000, 8), 3)
  assert.equal(workerCount({ workers: 8, concurrency: 1, perAddress: 3 }, 10_000, 8), 1)
})
