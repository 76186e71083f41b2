import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphFromSample } from '../../../lab/graph/graph-from.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import { answer, entry, har } from './har-entries.ts'
import { PAGE, SAMPLE } from './har-graph.ts'

const LINK = { condition: { rttMs: 10, downMbps: 50, upMbps: 50 } }

interface Receiving {
  readonly startMs: number
  readonly receiveMs: number
  readonly bodySize?: number
  readonly connection?: string
  readonly httpVersion?: string
  readonly hasClock?: boolean
  readonly error?: string
}

function received({
  startMs,
  receiveMs,
  bodySize = 5_000,
  connection = '7',
  httpVersion = 'h2',
  hasClock = true,
  error,
}: Receiving): object {
  return entry(
    `${PAGE}${startMs}`,
    { startMs, receiveMs },
    {
      connection,
      response: answer({ httpVersion, bodySize, content: { size: bodySize, mimeType: 'text/html' } }),
      ...(hasClock && { _requestTime: 1_000 + startMs / 1_000 }),
      ...(error !== undefined && { _error: error }),
    },
  )
}

const receiveMs = (
  responses: readonly Receiving[],
  link: Record<string, unknown> | null = LINK,
): Graph['receiveMs'] => graphFromSample(har(responses.map(received)), { ...SAMPLE, link }).receiveMs

/** One after the other. */
const each = (spans: readonly number[], more: Partial<Receiving> = {}): Receiving[] =>
  spans.map((span, index) => ({ startMs: 1_000 * index, receiveMs: span, ...more }))

test('what the browser takes to end a response is the median of small bodies, by protocol', () => {
  assert.deepEqual(receiveMs(each([1, 9, 2])), { h2: 2 })
  const others = each([4, 3, 40], { httpVersion: 'http/1.1', connection: '8' })
  assert.deepEqual(receiveMs([...each([1, 9, 2]), ...others]), { h2: 2, 'http/1.1': 4 })
})

test('bodies that need more than one TLS record do not count, nor failed or empty ones', () => {
  const left = [
    ...each([90, 80], { bodySize: 14_001 }),
    ...each([70], { bodySize: 0, startMs: 20_000 }),
    ...each([60], { error: 'net::ERR_ABORTED', startMs: 30_000 }),
  ]
  assert.deepEqual(receiveMs([...left, { startMs: 10_000, receiveMs: 3, bodySize: 14_000 }]), { h2: 3 })
  assert.equal(receiveMs(left), undefined)
})

test('of responses that come at once over a connection none counts', () => {
  const long = { startMs: 0, receiveMs: 50, bodySize: 100_000 }
  const within = { startMs: 20, receiveMs: 8 }
  const after = { startMs: 60, receiveMs: 2 }
  assert.deepEqual(receiveMs([long, within, after]), { h2: 2 })
  assert.deepEqual(receiveMs([long, { ...within, connection: '8' }]), { h2: 8 })
})

test('over HTTP/3, over an unknown link and by the wall clock nothing is known', () => {
  assert.equal(receiveMs(each([3], { httpVersion: 'h3' })), undefined)
  assert.equal(receiveMs(each([3]), null), undefined)
  assert.equal(receiveMs(each([3], { hasClock: false })), undefined)
})
