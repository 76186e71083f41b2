import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHttp1Head, statusLineStart } from '../../../crawler/http1/response-head.ts'

const head = (...lines: string[]) => parseHttp1Head(`${lines.join('\r\n')}\r\n\r\n`)
const OK = 'HTTP/1.1 200 OK'
const chunked = 'Transfer-Encoding: chunked'

for (const [what, lines, framing, keepAlive] of [
  ['a length', [OK, 'Content-Length: 5'], { kind: 'length', bytes: 5 }, true],
  ['chunks', [OK, chunked], { kind: 'chunked' }, true],
  ['chunks beside a length', [OK, 'Content-Length: 5', chunked], { kind: 'chunked' }, true],
  ['chunks of HTTP/1.0', ['HTTP/1.0 200 OK', chunked], { kind: 'close' }, false],
  ['neither', [OK], { kind: 'close' }, false],
  ['status 204', ['HTTP/1.1 204 No Content', 'Content-Length: 5'], { kind: 'length', bytes: 0 }, true],
  [
    'Connection: close',
    [OK, 'Content-Length: 0', 'Connection: x, Close'],
    { kind: 'length', bytes: 0 },
    false,
  ],
  [
    'keep-alive of HTTP/1.0',
    ['HTTP/1.0 200 OK', 'Content-Length: 0', 'Connection: keep-alive'],
    { kind: 'length', bytes: 0 },
    true,
  ],
] as const)
  test(`the body after ${what} is framed as RFC 9112, 6.3 says`, () => {
    const read = head(...lines)
    assert.deepEqual([read.framing, read.keepAlive], [framing, keepAlive])
  })

for (const [what, lines, notes] of [
  ['nothing unusual', [OK, 'A: b'], []],
  ['bytes before the status line', [`abc${OK}`], ['status_line_offset']],
  ['a version above', ['HTTP/2.0 200 OK'], ['version']],
  ['no status', ['HTTP/1.1'], ['status_missing']],
  ['a folded line', [OK, 'A: b', ' c'], ['line_folding']],
  ['a line that is no field', [OK, 'nonsense'], ['field_skipped']],
  ['a length that is no number', [OK, 'Content-Length: five'], ['content_length_invalid']],
] as const)
  test(`a head with ${what} is read, and noted`, () => {
    assert.deepEqual(head(...lines).notes, notes)
  })

test('a folded line continues the value of its field', () => {
  assert.deepEqual(head(OK, 'A: b', '\tc').fields, [['A', 'b c']])
})

for (const [what, lines] of [
  ['NUL', [OK, 'A: \0']],
  ['two lengths that differ', [OK, 'Content-Length: 1', 'Content-Length: 2']],
  ['a status of four digits', ['HTTP/1.1 2000 OK']],
] as const)
  test(`a head with ${what} is malformed`, () => {
    assert.throws(() => head(...lines), { name: 'MalformedMessage' })
  })

test('a status line starts within the first bytes, or nowhere', () => {
  assert.deepEqual(['HTTP/1.1', 'xxxxHTTP', 'xxxxxHTTP', 'HT'].map(statusLineStart), [0, 4, -1, null])
})
