import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeaderRemoval, isIdentifying } from '../../record/identifying-headers.ts'

test('fields that identify are told by their names', () => {
  const identifying =
    'Cookie Authorization Proxy-Authorization X-Csrf-Token x-xsrf-token X-Api-Key apikey X-Auth x-amz-security-token X-Session-Id x-client-data X-Guest-Token'
  const others =
    'Accept Accept-Language Referer Origin User-Agent Content-Type If-None-Match sec-fetch-site Access-Control-Request-Headers Idempotency-Key x-author x-monkey keyboard'
  for (const name of identifying.split(' ')) assert.ok(isIdentifying(name), name)
  for (const name of others.split(' ')) assert.ok(!isIdentifying(name), name)
})

test('what is removed is named once, and the rest keeps its order', () => {
  const removal = new HeaderRemoval()
  const kept = removal.kept([
    ['b', '1'],
    ['Cookie', 'x'],
    ['a', '2'],
    ['cookie', 'y'],
    ['Authorization', 'z'],
  ])
  assert.deepEqual(kept, [
    ['b', '1'],
    ['a', '2'],
  ])
  assert.deepEqual(removal.names, ['authorization', 'cookie'])
})
