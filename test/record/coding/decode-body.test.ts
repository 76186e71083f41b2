import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { decodeBody } from '../../../record/coding/decode-body.ts'
import { DecodingBudget, TooManyDecodedBytes } from '../../../record/coding/decoding-budget.ts'
import { httpMessage } from '../../../record/warc/http-message.ts'

const ZEROS = Buffer.alloc(300_000)
const CODED: Readonly<Record<string, readonly [coding: string, body: Buffer]>> = {
  gzip: ['gzip', gzipSync(ZEROS)],
  'gzip of many members': [
    'gzip',
    Buffer.concat(Array.from({ length: 300 }, () => gzipSync(Buffer.alloc(1_000)))),
  ],
  'zlib deflate': ['deflate', deflateSync(ZEROS)],
  'raw deflate': ['deflate', deflateRawSync(ZEROS)],
  brotli: ['br', brotliCompressSync(ZEROS)],
  zstd: ['zstd', zstdCompressSync(ZEROS)],
  'gzip in gzip': ['gzip, gzip', gzipSync(gzipSync(ZEROS))],
}

const messageOf = (coding: string, body: Buffer) =>
  httpMessage(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\n\r\n`), body]))

for (const [how, [coding, body]] of Object.entries(CODED))
  test(`a body is decoded up to its limit, and all together up to theirs: ${how}`, async () => {
    const message = messageOf(coding, body)
    const budget = new DecodingBudget(1_000_000)
    assert.deepEqual(await decodeBody(message, budget, ZEROS.length), ZEROS)
    await assert.rejects(
      decodeBody(message, budget, ZEROS.length - 1),
      /^Error: it decodes to more than 299999 bytes$/,
    )
    // What was thrown away is spent.
    assert.deepEqual(await decodeBody(message, budget), ZEROS)
    await assert.rejects(decodeBody(message, budget), TooManyDecodedBytes)
  })

test('a body without a coding counts by its length', async () => {
  const budget = new DecodingBudget(700_000)
  const message = messageOf('identity', ZEROS)
  assert.deepEqual(await decodeBody(message, budget), ZEROS)
  assert.deepEqual(await decodeBody(message, budget), ZEROS)
  await assert.rejects(decodeBody(message, budget), TooManyDecodedBytes)
})

test('what a decoder gave before its data turned out to be damaged is spent', async () => {
  const whole = gzipSync(ZEROS)
  const damaged = messageOf('gzip', Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8, 1)]))
  const budget = new DecodingBudget(700_000)
  await assert.rejects(decodeBody(damaged, budget), /incorrect data check/)
  await assert.rejects(decodeBody(damaged, budget), /incorrect data check/)
  await assert.rejects(decodeBody(damaged, budget), TooManyDecodedBytes)
})

test('a coding that nobody knows is named only where its name is one', async () => {
  const refused = (coding: string): Promise<unknown> =>
    decodeBody(messageOf(coding, ZEROS), new DecodingBudget()).catch((error: Error) => error.message)
  assert.equal(await refused('rot13'), 'unknown coding rot13')
  assert.equal(await refused('constructor'), 'unknown coding constructor')
  assert.equal(await refused('\u001b[31m'), 'unknown coding')
})
