import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverCode } from '../../model/server-code.ts'

test('a second name of a program is no server of its own, nor TCP that two programs share', () => {
  assert.equal(serverCode('towline-again', 'h3'), 'towline')
  assert.equal(serverCode('quiche', 'h2'), 'towline')
  assert.equal(serverCode('quiche', 'h3'), 'quiche')
  assert.equal(serverCode('nginx-quic', 'h2'), 'nginx-quic')
})
