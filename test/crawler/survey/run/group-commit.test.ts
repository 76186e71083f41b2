import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { groupCommit } from '../../../../crawler/survey/run/group-commit.ts'

function recorder({ maxItems = 3, maxMs = 20, failures = 0 } = {}) {
  const batches: number[][] = []
  const errors: unknown[] = []
  let overlapping = 0
  const writer = groupCommit<number>({
    maxItems,
    maxMs,
    onError: (error) => errors.push(error),
    async commit(items) {
      overlapping += 1
      assert.equal(overlapping, 1, 'commits run one after the other')
      await sleep(1)
      overlapping -= 1
      if (failures > 0) {
        failures -= 1
        throw new Error('no space')
      }
      batches.push([...items])
    },
  })
  return { writer, batches, errors }
}

test('items are committed together, in order, as soon as there are enough', async () => {
  const { writer, batches } = recorder({ maxMs: 10_000 })
  for (let n = 1; n <= 7; n += 1) writer.add(n)
  // The time limit is far away: only their number can have set these off.
  for (let waitedMs = 0; batches.length < 2 && waitedMs < 5_000; waitedMs += 5) await sleep(5)
  assert.deepEqual(batches, [
    [1, 2, 3],
    [4, 5, 6],
  ])
  await writer.flush()
  assert.deepEqual(batches, [[1, 2, 3], [4, 5, 6], [7]])
})

test('a few items wait no longer than the time limit', async () => {
  const { writer, batches } = recorder()
  writer.add(1)
  assert.deepEqual(batches, [])
  for (let waitedMs = 0; batches.length < 1 && waitedMs < 5_000; waitedMs += 5) await sleep(5)
  assert.deepEqual(batches, [[1]])
})

test('flush waits for what is being committed and for what came meanwhile', async () => {
  const { writer, batches } = recorder()
  for (let n = 1; n <= 3; n += 1) writer.add(n)
  writer.add(4)
  await writer.flush()
  assert.deepEqual(batches.flat(), [1, 2, 3, 4])
  await writer.flush()
})

test('a commit that fails is reported once, keeps its items, and is tried again by flush only', async () => {
  const { writer, batches, errors } = recorder({ failures: 1 })
  writer.add(1)
  for (let waitedMs = 0; errors.length < 1 && waitedMs < 5_000; waitedMs += 5) await sleep(5)
  assert.equal(errors.length, 1)
  writer.add(2)
  await sleep(40)
  assert.deepEqual(batches, [])
  await writer.flush()
  assert.deepEqual(batches, [[1, 2]])
})

test('flush rejects where its commit fails', async () => {
  const { writer } = recorder({ failures: 1 })
  writer.add(1)
  await assert.rejects(writer.flush(), /no space/)
})
