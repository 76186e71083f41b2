import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { groupCommit } from '../../../db/connection/group-commit.ts'

/** A group commit of at most 3 items within 20 ms, with the clock in the test's hands. */
function recorder(t: TestContext, failures = 0) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const batches: number[][] = []
  const errors: unknown[] = []
  let running = 0
  let left = failures
  const writer = groupCommit<number>({
    maxItems: 3,
    maxMs: 20,
    onError: (error) => errors.push(error),
    async commit(items) {
      running += 1
      assert.equal(running, 1, 'commits run one after the other')
      await turn()
      running -= 1
      if (left > 0) {
        left -= 1
        throw new Error('no space')
      }
      batches.push([...items])
    },
  })
  return { writer, batches, errors }
}

/** Lets everything that is not waiting for the clock happen. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function turns(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await turn()
}

test('items are committed together, in order, as soon as there are enough', async (t) => {
  const { writer, batches } = recorder(t)
  for (let n = 1; n <= 7; n += 1) writer.add(n)
  await turns()
  assert.deepEqual(batches, [
    [1, 2, 3],
    [4, 5, 6],
  ])
  await writer.flush()
  assert.deepEqual(batches, [[1, 2, 3], [4, 5, 6], [7]])
})

test('a few items wait for the time limit, and no longer', async (t) => {
  const { writer, batches } = recorder(t)
  writer.add(1)
  t.mock.timers.tick(19)
  await turns()
  assert.deepEqual(batches, [])
  t.mock.timers.tick(1)
  await turns()
  assert.deepEqual(batches, [[1]])
})

test('flush waits for what is being committed and for what came meanwhile', async (t) => {
  const { writer, batches } = recorder(t)
  for (let n = 1; n <= 3; n += 1) writer.add(n)
  writer.add(4)
  await writer.flush()
  assert.deepEqual(batches.flat(), [1, 2, 3, 4])
  await writer.flush()
})

test('items that a commit has started with do not wait any more', async (t) => {
  const { writer } = recorder(t)
  for (let n = 1; n <= 4; n += 1) writer.add(n)
  assert.equal(writer.waiting, 1)
  await writer.flush()
  assert.equal(writer.waiting, 0)
})

test('a commit that fails is reported once, keeps its items, and is tried again by flush only', async (t) => {
  const { writer, batches, errors } = recorder(t, 1)
  writer.add(1)
  t.mock.timers.tick(20)
  await turns()
  assert.equal(errors.length, 1)
  writer.add(2)
  t.mock.timers.tick(1_000)
  await turns()
  assert.deepEqual([batches, writer.waiting], [[], 2])
  await writer.flush()
  assert.deepEqual(batches, [[1, 2]])
})

test('flush rejects where its commit fails', async (t) => {
  const { writer } = recorder(t, 1)
  writer.add(1)
  await assert.rejects(writer.flush(), /no space/)
})
