import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from 'har-format'
import { transferBytes } from '../../har/transfer-bytes.ts'

const CONTENT_BYTES = 4_096

function bytesOf(response: object): number | null {
  const whole = { status: 200, headers: [], content: { size: CONTENT_BYTES }, ...response }
  return transferBytes({ response: whole } as unknown as Entry)
}

test('a response has the bytes that came, none from the cache, and an unknown number where none is given', () => {
  assert.equal(bytesOf({ _transferSize: 1_500 }), 1_500)
  assert.equal(bytesOf({ _transferSize: 0 }), 0)
  assert.equal(bytesOf({}), null)
  assert.equal(bytesOf({ _transferSize: -1 }), null)
  assert.equal(bytesOf({ _transferSize: 9, status: 0 }), null)
})

test('what a 103 made the browser ask for has the bytes that are declared, or those of a body without coding', () => {
  const hinted = (fields: Readonly<Record<string, string>>) => {
    const headers = Object.entries(fields).map(([name, value]) => ({ name, value }))
    return bytesOf({ _transferSize: 0, _fromEarlyHints: true, headers })
  }
  assert.equal(hinted({ 'Content-Length': ' 1234 ', 'content-encoding': 'br' }), 1_234)
  assert.equal(hinted({}), CONTENT_BYTES)
  assert.equal(hinted({ 'Content-Encoding': 'Identity' }), CONTENT_BYTES)
  assert.equal(hinted({ 'content-encoding': 'gzip' }), null)
  assert.equal(hinted({ 'content-length': '12e3', 'content-encoding': 'gzip' }), null)
})
