import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startedServer } from '../started-server.ts'

const SOCKETS = 200
const BYTE_EVERY_MS = 250
/** Of the server's limit for headers and of how often it looks, with much for a busy machine. */
const ENDED_WITHIN_MS = 10_000 + 5_000 + 60_000

/**
 * Sends a request a byte at a time, for ever; resolves to what the server says when it has had enough. Who is cut off
 * while a byte is on its way may not hear it.
 */
async function drip(port: number, host: string, signal: AbortSignal): Promise<string> {
  const socket = connect(port, host).setEncoding('latin1')
  socket.write('GET /api/v1/meta HTTP/1.1\r\nHost: a.test\r\nX-Slow: ')
  const timer = setInterval(() => socket.writable && socket.write('a'), BYTE_EVERY_MS)
  const stop = () => socket.destroy()
  signal.addEventListener('abort', stop)
  let answer = ''
  try {
    for await (const piece of socket) answer += String(piece)
  } catch {
    // Cut off: what had come is the answer.
  } finally {
    clearInterval(timer)
    signal.removeEventListener('abort', stop)
  }
  return answer
}

test('200 clients that send a byte now and then keep nobody from an answer, and are sent away', async () => {
  await using server = await startedServer()
  const { hostname, port } = new URL(server.address)
  const patience = AbortSignal.timeout(ENDED_WITHIN_MS)
  const slow = Promise.all(Array.from({ length: SOCKETS }, () => drip(Number(port), hostname, patience)))
  let ended = false
  void slow.then(() => {
    ended = true
  })
  let answered = 0
  while (!ended) {
    const response = await fetch(`${server.address}/api/v1/sites`, { signal: patience })
    assert.equal(response.status, 200)
    await response.arrayBuffer()
    answered += 1
    await sleep(100)
  }
  // Some 100 on an idle machine; one or two where everybody waits for the slow ones to be gone.
  assert.ok(answered > 5, `${answered} requests were answered meanwhile`)
  assert.ok(!patience.aborted, 'the server has ended them, not we')
  const heard = (await slow).filter((answer) => answer !== '')
  assert.ok(heard.length > SOCKETS / 2, `${heard.length} were told why`)
  for (const answer of heard) assert.match(answer, /^HTTP\/1\.1 408 /)
})
