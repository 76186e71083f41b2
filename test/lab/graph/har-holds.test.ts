import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchesOf } from './graph-parents.ts'
import { answer, entry, parsedBy } from './har-entries.ts'
import { graphOf, PAGE } from './har-graph.ts'

interface Sending {
  readonly startMs: number
  /** From the start until it was sent. */
  readonly blockedMs: number
  readonly connection?: string
  readonly connectMs?: number
  readonly waitMs?: number
  readonly httpVersion?: string
  readonly hasClock?: boolean
}

function request(
  path: string,
  {
    startMs,
    blockedMs,
    connection = '7',
    connectMs = -1,
    waitMs = 40,
    httpVersion = 'h2',
    hasClock = true,
  }: Sending,
) {
  const timings = {
    blocked: blockedMs,
    dns: -1,
    connect: connectMs,
    ssl: -1,
    send: 0,
    wait: waitMs,
    receive: 10,
  }
  const clock = hasClock ? { _requestTime: 1_000 + startMs / 1_000 } : {}
  const response = answer({ httpVersion })
  return entry(`${PAGE}${path}`, { startMs }, { timings, connection, response, ...clock, ...parsedBy(PAGE) })
}

const holds = (entries: readonly object[]) => fetchesOf(graphOf(entries)).map(({ heldMs }) => heldMs)

test('a request is held back from its start until it is sent, if its connection was open', () => {
  const document = request('', { startMs: 0, blockedMs: 1, connectMs: 20 })
  assert.deepEqual(
    holds([
      document,
      request('1.png', { startMs: 100, blockedMs: 30 }),
      request('2.png', { startMs: 101, blockedMs: 0 }),
      // One opens a connection, the other waits for that.
      request('3.png', { startMs: 102, blockedMs: 1, connection: '8', connectMs: 25 }),
      request('4.png', { startMs: 103, blockedMs: 26, connection: '8' }),
      request('5.png', { startMs: 140, blockedMs: 4, connection: '8' }),
      // Its name is not known.
      request('6.png', { startMs: 150, blockedMs: 4, connection: '0' }),
    ]),
    [undefined, 30, 0, undefined, undefined, 4, undefined],
  )
})

test('a request that waits for one of a hundred streams is not held back by the browser', () => {
  const document = request('', { startMs: 0, blockedMs: 1, connectMs: 20 })
  const many = Array.from({ length: 120 }, (_, index) =>
    request(`${index}.png`, { startMs: 100, blockedMs: index < 100 ? 5 : 70 }),
  )
  const [first, ...others] = holds([document, ...many])
  assert.equal(first, undefined)
  assert.deepEqual(
    [others.filter((each) => each === 5).length, others.filter((each) => each === undefined).length],
    [100, 20],
  )
})

test('whole milliseconds, and HTTP/1.1, say nothing of it', () => {
  const both = (more: Partial<Sending>) => [
    request('', { startMs: 0, blockedMs: 1, connectMs: 20, ...more }),
    request('1.png', { startMs: 100, blockedMs: 30, ...more }),
  ]
  assert.deepEqual(holds(both({ hasClock: false })), [undefined, undefined])
  assert.deepEqual(holds(both({ httpVersion: 'http/1.1' })), [undefined, undefined])
})

/** One after the other over one connection, each sent `gapMs` after the end of the one before. */
const oneByOne = (count: number, gapMs: number) =>
  Array.from({ length: count }, (_, index) =>
    request(`${index}.png`, { startMs: 100, blockedMs: index * (50 + gapMs), httpVersion: 'http/1.1' }),
  )

test('over HTTP/1.1 the turnaround is the median time from an answer to the next request that waited', () => {
  assert.equal(graphOf(oneByOne(11, 3)).turnaroundMs, 3)
  assert.equal(graphOf(oneByOne(2, 3)).turnaroundMs, 3)
  const late = Array.from({ length: 20 }, (_, index) =>
    request(`${index}.png`, { startMs: 100 * index, blockedMs: 0, httpVersion: 'http/1.1' }),
  )
  assert.equal(graphOf(late).turnaroundMs, undefined, 'none waited')
})
