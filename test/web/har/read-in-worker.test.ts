import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reader, readInWorker } from '../../../web/har/read-in-worker.ts'
import { LARGEST_FILE_BYTES } from '../../../web/har/unpack.ts'

const FILE = new Blob(['{}'])

function readerOf(ask: Reader['ask']) {
  const made = { ended: 0 }
  const reader: Reader = {
    ask,
    end: () => {
      made.ended++
    },
  }
  return { open: () => reader, made }
}

test('a file that takes too long is given up, and its worker ended', async () => {
  const { open, made } = readerOf(() => new Promise(() => {}))
  assert.deepEqual(await readInWorker(FILE, open, 10), { refused: 'too_slow' })
  assert.equal(made.ended, 1)
})

test('a worker that answers is ended as well', async () => {
  const { open, made } = readerOf(async () => ({ refused: 'no_log' }))
  assert.deepEqual(await readInWorker(FILE, open), { refused: 'no_log' })
  assert.equal(made.ended, 1)
})

test('a file that is too large is not even opened', async () => {
  const file = { size: LARGEST_FILE_BYTES + 1 } as Blob
  const open = () => assert.fail('it is read')
  assert.deepEqual(await readInWorker(file, open), { refused: 'too_large' })
})
