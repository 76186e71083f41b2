import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileResult } from './run-files.ts'
import { runSuite } from './run-suite.ts'

const passed = (file: string): FileResult => ({
  ...{ file, ok: true, counts: { tests: 1, passed: 1, failed: 0 } },
  ...{ skipped: [], text: '', diagnostics: [], elapsedMs: 1 },
})

test('while the machine has time to spare another room begins, four at most', async () => {
  const running = new Map<string, () => void>()
  let onSpare = (): void => {}
  let isWatched = false
  const suite = runSuite({
    rooms: [['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g']],
    concurrency: 1,
    watchIdle(callback) {
      onSpare = callback
      isWatched = true
      return { [Symbol.dispose]: () => (isWatched = false) }
    },
    runFiles: ([file = '']) => new Promise((done) => running.set(file, () => done([passed(file)]))),
    onResult: ({ file }) => running.delete(file),
  })
  const now = (): string => [...running.keys()].join('')
  /** Ends a room; what follows from that has happened by the next turn. */
  const end = async (file: string): Promise<void> => {
    running.get(file)?.()
    await new Promise(setImmediate)
  }
  assert.equal(now(), 'a')
  for (const rooms of ['ab', 'abc', 'abcd', 'abcde', 'abcde']) {
    onSpare()
    assert.equal(now(), rooms)
  }
  await end('b')
  assert.equal(now(), 'acde', 'a room that began so is followed by none of itself')
  onSpare()
  assert.equal(now(), 'acdef')
  await end('a')
  assert.equal(now(), 'cdefg')
  await end('g')
  assert.equal(isWatched, false)
  for (const file of ['c', 'd', 'e', 'f']) await end(file)
  const { files, green } = await suite
  assert.deepEqual([files.map(({ file }) => file), green], [['a', 'b', 'c', 'd', 'e', 'f', 'g'], true])
})

test('files that measure run beside the others, which are in the background until the last of those has ended', async () => {
  const running = new Map<string, () => void>()
  const begun: string[] = []
  const suite = runSuite({
    rooms: [['a'], ['one'], ['b'], ['two'], ['c']],
    concurrency: 1,
    isAlone: (file) => file.length > 1,
    background: { end: () => begun.push('end') },
    runFiles([file = ''], inBackground) {
      begun.push(inBackground ? `(${file})` : file)
      return new Promise((done) => running.set(file, () => done([passed(file)])))
    },
    onResult: ({ file }) => running.delete(file),
  })
  for (const file of ['a', 'one', 'two', 'b', 'c']) {
    running.get(file)?.()
    await new Promise(setImmediate)
  }
  assert.deepEqual(begun, ['(a)', 'one', '(b)', 'two', 'end', 'c'])
  assert.equal((await suite).green, true)
})
