import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { codeOf, messageOf } from '../../../crawler/process/thrown.ts'

test('the message of an error is its text; anything else that is thrown is its own', () => {
  assert.equal(messageOf(new TypeError('no such thing')), 'no such thing')
  assert.equal(messageOf('plain text'), 'plain text')
  assert.equal(messageOf(null), 'null')
})

test('a system error has a code, others have none', async () => {
  const missing = await stat('/nonexistent/file').catch((error: unknown) => error)
  assert.equal(codeOf(missing), 'ENOENT')
  assert.equal(codeOf(new Error('other')), null)
  assert.equal(codeOf(Object.assign(new Error('a number'), { code: 5 })), null)
  assert.equal(codeOf({ code: 'ENOENT' }), null)
})
