import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRight } from '../../../bench/survey/rounds.ts'

const found = (answered: readonly string[], failures?: Readonly<Record<string, string>>) => ({
  lines: new Set<string>(),
  answered: new Set(answered),
  ...(failures && { failures: new Map(Object.entries(failures)) }),
})

test('a host that answers is right where the contender has its answer', () => {
  assert.equal(isRight(found(['a']), 'a', null), true)
  assert.equal(isRight(found([]), 'a', null), false)
})

test('a dead host is right without an answer, and for the right reason where the contender has our codes', () => {
  assert.equal(isRight(found([]), 'a', 'tcp_timeout'), true)
  assert.equal(isRight(found(['a']), 'a', 'tcp_timeout'), false)
  assert.equal(isRight(found([], { a: 'tcp_timeout' }), 'a', 'tcp_timeout'), true)
  assert.equal(isRight(found([], { a: 'site_timeout' }), 'a', 'tcp_timeout'), false)
})

test('a bad certificate is no mistake of who does not verify it, and is one of who does', () => {
  assert.equal(isRight(found(['a']), 'a', 'tls_cert_expired'), true)
  assert.equal(isRight(found(['a'], {}), 'a', 'tls_cert_expired'), false)
})
