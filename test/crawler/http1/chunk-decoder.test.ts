import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChunkDecoder } from '../../../crawler/http1/chunk-decoder.ts'

/** Decodes a text in pieces of `size` bytes. */
function decode(text: string, size = text.length, most = 1_000) {
  const decoder = new ChunkDecoder(most)
  let body = ''
  for (let start = 0; start < text.length && !decoder.isOver; start += size)
    decoder.push(Buffer.from(text.slice(start, start + size), 'latin1'), (piece) => {
      body += piece.toString('latin1')
      return false
    })
  return { body, isOver: decoder.isOver, leftBytes: decoder.leftBytes }
}

const TEXT = '5\r\nhello\r\n6;ext=1\r\n world\r\n0\r\nTrailer: x\r\n\r\n'

test('chunks are put together, in whatever pieces they come', () => {
  for (const size of [1, 2, 7, TEXT.length])
    assert.deepEqual(decode(TEXT, size), { body: 'hello world', isOver: true, leftBytes: 0 }, `${size}`)
})

test('lines may end with LF alone; what follows the body is counted', () => {
  assert.deepEqual(decode('2\nok\n0\n\nHTTP'), { body: 'ok', isOver: true, leftBytes: 4 })
})

test('a body that wants no more is not read further', () => {
  const pieces: string[] = []
  new ChunkDecoder(100).push(Buffer.from('2\r\nab\r\n2\r\ncd\r\n'), (piece) => {
    pieces.push(piece.toString())
    return true
  })
  assert.deepEqual(pieces, ['ab'])
})

for (const [what, text] of [
  ['no size', 'zz\r\n'],
  ['more bytes than its size', '2\r\nabc\r\n'],
  ['a line that is too long', `1;${'x'.repeat(17_000)}`],
] as const)
  test(`a chunk with ${what} is malformed`, () => {
    assert.throws(() => decode(text), { name: 'MalformedMessage' })
  })

test('extensions and trailers together have a limit', () => {
  const text = `0\r\n${'A: b\r\n'.repeat(50)}\r\n`
  assert.ok(decode(text, text.length, 1_000).isOver)
  assert.throws(() => decode(text, text.length, 100), /too many chunk extensions or trailers/)
})
