import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MalformedMessage } from '../../../crawler/fields/errors.ts'
import type { Field } from '../../../crawler/fields/field.ts'
import { parseResponseHead } from '../../../crawler/fields/response-head.ts'

const OK: Field = [':status', '200']

test('a response has a status, its fields in order, and maybe a length', () => {
  const fields: Field[] = [
    ['server', 'x'],
    ['content-length', '12'],
    ['set-cookie', ''],
    ['content-length', '12'],
  ]
  assert.deepEqual(parseResponseHead([OK, ...fields]), { status: 200, fields, contentLengthBytes: 12 })
  assert.equal(parseResponseHead([OK]).contentLengthBytes, null)
})

test('malformed responses are refused (RFC 9114, 4.2, 4.3.2, 10.3)', () => {
  const malformed: readonly Field[][] = [
    [],
    [['server', 'x']],
    [['server', 'x'], OK],
    [OK, OK],
    [OK, [':path', '/']],
    [[':status', '20']],
    [[':status', '2OO']],
    [OK, ['Server', 'x']],
    [OK, ['', 'x']],
    [OK, ['a b', 'x']],
    [OK, ['x', 'a\nb']],
    [OK, ['x', 'a\rb']],
    [OK, ['x', 'a\0b']],
    [OK, ['connection', 'close']],
    [OK, ['transfer-encoding', 'chunked']],
    [OK, ['content-length', '-1']],
    [OK, ['content-length', '1'], ['content-length', '2']],
  ]
  for (const fields of malformed)
    assert.throws(() => parseResponseHead(fields), MalformedMessage, String(fields))
})
