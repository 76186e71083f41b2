import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startedServer } from './started-server.ts'

const SOCKETS = 200
const BYTE_EVERY_MS = 250
/** Of the server's limit for headers and of how often it looks, with a little for a busy machine. */
const ENDED_WITHIN_MS = 10_000 + 5_000 + 3_000

/** Sends a request a byte at a time, for ever; resolves to what the server says when it has had enough. */
async function drip(port: number, host: string, signal: AbortSignal): Promise<string> {
  const socket = connect(port, host)
  const answer = text(socket)
  socket.write('GET /api/v1/meta HTTP/1.1\r\nHost: a.test\r\nX-Slow: ')
  const timer = setInterval(() => socket.writable && socket.write('a'), BYTE_EVERY_MS)
  const stop = () => socket.destroy()
  signal.addEventListener('abort', stop)
  try {
    return await answer
  } finally {
    clearInterval(timer)
    signal.removeEventListener('abort', stop)
  }
}

test('200 clients that send a byte now and then keep nobody from an answer, and are sent away', async () => {
  await using server = await startedServer()
  const { hostname, port } = new URL(server.address)
  const patience = AbortSignal.timeout(ENDED_WITHIN_MS)
  const slow = Promise.allSettled(
    Array.from({ length: SOCKETS }, () => drip(Number(port), hostname, patience)),
  )
  let ended: PromiseSettledResult<string>[] | null = null
  slow.then((answers) => {
    ended = answers
  })
  let answered = 0
  while (ended === null) {
    const response = await fetch(`${server.address}/api/v1/sites`, { signal: AbortSignal.timeout(2_000) })
    assert.equal(response.status, 200)
    await response.arrayBuffer()
    answered += 1
    await sleep(100)
  }
  assert.ok(answered > 20, `${answered} requests were answered meanwhile`)
  assert.ok(!patience.aborted, 'the server has ended them, not we')
  for (const answer of await slow)
    assert.match(answer.status === 'fulfilled' ? answer.value : String(answer.reason), /^HTTP\/1\.1 408 /)
})
