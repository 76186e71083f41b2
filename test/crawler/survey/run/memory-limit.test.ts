import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryLimit, memoryLimits } from '../../../../crawler/survey/run/memory-limit.ts'

const MIB = 2 ** 20

/** A limit of 100 and 200 MiB beyond the 50 that the process begins with; `readMib` is what it takes now. */
function limited() {
  const state = { readMib: 50, nowMs: 0, garbageMib: 0, collections: 0 }
  const said: string[] = []
  const limit = new MemoryLimit({
    limits: { holdBytes: 100 * MIB, replaceBytes: 200 * MIB },
    clock: () => state.nowMs,
    onHold: (bytes) => said.push(`hold ${bytes / MIB}`),
    onExceeded: (bytes) => said.push(`exceeded ${bytes / MIB}`),
    readBytes: () => (state.readMib + state.garbageMib) * MIB,
    async collect() {
      state.collections += 1
      state.garbageMib = 0
    },
  })
  const at = async (readMib: number, nowMs = state.nowMs): Promise<boolean> => {
    Object.assign(state, { readMib, nowMs })
    await limit.look()
    return limit.isHeld
  }
  return { state, said, limit, at }
}

test('above the first limit visits wait until the memory falls, which is said once', async () => {
  const { said, at } = limited()
  assert.equal(await at(150), false)
  assert.equal(await at(151), true)
  assert.equal(await at(150), false)
  assert.equal(await at(160), true)
  assert.deepEqual(said, ['hold 151'])
})

test('a visit that waits begins when the memory has fallen, or the run is stopped', async () => {
  const { limit, at } = limited()
  await at(160)
  const waiting = limit.admit(new AbortController().signal)
  await at(100)
  await waiting
  await at(160)
  await limit.admit(AbortSignal.abort())
})

test('above the second limit the worker is to be replaced, which is asked for once', async () => {
  const { said, at } = limited()
  assert.equal(await at(251), false)
  assert.equal(await at(300), false)
  assert.deepEqual(said, ['exceeded 251'])
})

test('a worker that nobody replaces is limited again once its memory has fallen', async () => {
  const { state, said, at } = limited()
  await at(251)
  const { collections } = state
  await at(320)
  assert.equal(state.collections, collections + 1)
  await at(100)
  assert.equal(await at(160), true)
  assert.deepEqual(said, ['exceeded 251', 'hold 160'])
})

test('where the memory cannot be told nothing changes', async () => {
  const limit = new MemoryLimit({
    limits: memoryLimits(1),
    clock: () => 0,
    onHold: () => assert.fail(),
    onExceeded: () => assert.fail(),
    readBytes: () => null,
  })
  await limit.look()
  assert.equal(limit.isHeld, false)
})

test('where waiting frees nothing, it ends after 30 s with a replacement', async () => {
  const { said, at } = limited()
  await at(160, 1_000)
  await at(160, 30_999)
  assert.deepEqual(said, ['hold 160'])
  await at(160, 31_000)
  assert.deepEqual(said, ['hold 160', 'exceeded 160'])
})

test('garbage is collected where the process has grown by 64 MiB since the last time, and does not count', async () => {
  const { state, said, at } = limited()
  state.garbageMib = 63
  await at(50)
  assert.equal(state.collections, 0)
  state.garbageMib = 300
  await at(50)
  assert.equal(state.collections, 1)
  assert.deepEqual(said, [])
  await at(113)
  assert.equal(state.collections, 1)
  await at(114)
  assert.equal(state.collections, 2)
})

test('more visits at once may take more', () => {
  assert.deepEqual(memoryLimits(16), { holdBytes: 192 * MIB, replaceBytes: 320 * MIB })
  assert.deepEqual(memoryLimits(1_000), { holdBytes: 192 * MIB, replaceBytes: 320 * MIB })
  assert.equal(memoryLimits(4_000).holdBytes, 750 * MIB)
})
