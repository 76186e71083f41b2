import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofOneServer, serverCode } from '../../model/server-code.ts'

test('a second name of a program is no server of its own, nor TCP that two programs share', () => {
  assert.equal(serverCode('towline-again', 'h3'), 'towline')
  assert.equal(serverCode('quiche', 'h2'), 'towline')
  assert.equal(serverCode('quiche', 'h3'), 'quiche')
  assert.equal(serverCode('nginx-quic', 'h2'), 'nginx-quic')
})

test('gains of one server are said to be not decided as the protocol’s, under whatever names; those of several are not', () => {
  const cells = (...servers: string[]) => servers.map((server) => ({ factors: { server } }))
  assert.match(
    ofOneServer(cells('towline', 'towline-again')) ?? '',
    /^Measured on one server, towline: .* not decided\.$/,
  )
  assert.equal(ofOneServer(cells('towline', 'quiche')), null)
  assert.equal(ofOneServer([]), null)
})
