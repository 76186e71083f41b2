import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LARGE_BYTES, startedServer } from '../started-server.ts'

/** Twice the server's limit for a connection on which nothing moves, with much for a busy machine. */
const ENDED_AFTER_MS = 2 * 20_000 + 20_000
/** Less than that limit: who waits for the other to be cut off is too late. */
const ANSWERED_WITHIN_MS = 15_000

test('a client that asks and does not read is cut off, and others are answered meanwhile', async () => {
  await using server = await startedServer()
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET /assets/large.bin HTTP/1.1\r\nHost: a.test\r\n\r\n')
  for (let waitedMs = 0; waitedMs < ENDED_AFTER_MS; waitedMs += 1_000) {
    const response = await fetch(`${server.address}/api/v1/meta`, {
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    })
    assert.equal(response.status, 200)
    await response.arrayBuffer()
    await sleep(1_000)
  }
  let receivedBytes = 0
  socket.on('data', (piece) => {
    receivedBytes += piece.length
  })
  socket.on('error', (error: NodeJS.ErrnoException) => assert.match(error.code ?? '', /^(ECONNRESET|EPIPE)$/))
  socket.resume()
  await once(socket, 'close', { signal: AbortSignal.timeout(60_000) })
  assert.ok(receivedBytes > 0, 'it had been answered')
  assert.ok(receivedBytes < LARGE_BYTES, 'and not all of it')
})
