import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphFromSample } from '../../../lab/graph/graph-from.ts'
import { answer, entry, har, parsedBy } from './har-entries.ts'

const PAGE = 'https://a.test/'
/** So many bytes take 100 ms of a link of 1 Mbit/s, headers left out. */
const LONG_BYTES = 11_500

/** Two pictures that share the link, and one that comes alone and that the server thinks about; the round trip is 20 ms. */
const HAR = har([
  entry(PAGE, { startMs: 0, waitMs: 20, receiveMs: 1 }),
  picture('1.png', { startMs: 40, waitMs: 20, receiveMs: 100 }),
  picture('2.png', { startMs: 40, waitMs: 120, receiveMs: 100 }),
  picture('3.png', { startMs: 400, waitMs: 70, receiveMs: 100 }),
])

function picture(name: string, times: Parameters<typeof entry>[1]): object {
  const content = { size: LONG_BYTES, mimeType: 'image/png' }
  return entry(`${PAGE}${name}`, times, {
    connection: '1',
    response: answer({ bodySize: LONG_BYTES, content }),
    ...parsedBy(PAGE),
  })
}

function thinkTimes(link: Record<string, unknown> | null, loaded = HAR): (number | null)[] {
  const beside = { sample: 1, arm: 'h2', link, navigation: null, toolVersion: 'test' }
  const { nodes } = graphFromSample(loaded, beside)
  return nodes.flatMap((node) => (node.kind === 'fetch' ? node.thinkMs : []))
}

test('a think time has what the link’s queue added where the link’s rate is unknown', () => {
  assert.deepEqual(thinkTimes(null), [0, 0, 100, 50])
})

test('it has not where the rate is known: a replay has the queue once more', () => {
  assert.deepEqual(thinkTimes({ condition: { downMbps: 1 } }), [0, 0, 0, 50])
})

test('a link without a rate has no queue', () => {
  assert.deepEqual(thinkTimes({ condition: { downMbps: null } }), [0, 0, 100, 50])
})

/** A page of HTTP/1.1 or another protocol, and a request that got a connection which was being opened for another: it saw the last 4 ms of it. */
function joinedHar(httpVersion: string, connect: number, ssl: number): ReturnType<typeof har> {
  const response = answer({ httpVersion })
  const timings = { blocked: 0, dns: 0, connect, ssl, send: 0, wait: 30, receive: 1 }
  return har([
    entry(PAGE, { startMs: 0, waitMs: 20, receiveMs: 1 }, { response }),
    entry(`${PAGE}1.png`, { startMs: 40 }, { response, timings, ...parsedBy(PAGE) }),
  ])
}

test('the end of a handshake that others had begun is no round trip', () => {
  assert.deepEqual(thinkTimes(null, joinedHar('http/1.1', 4, 4)), [0, 10])
  assert.deepEqual(thinkTimes(null, joinedHar('h2', 4, 4)), [0, 10])
  // QUIC has one handshake, in both phases.
  assert.deepEqual(thinkTimes(null, joinedHar('h3', 4, 4)), [16, 26])
})

test('no round trip is shorter than the emulated link’s', () => {
  const joined = joinedHar('http/1.1', 22, 15)
  assert.deepEqual(thinkTimes(null, joined), [13, 23])
  assert.deepEqual(thinkTimes({ condition: { rttMs: 18, downMbps: null } }, joined), [2, 12])
  // Each direction varies by so much.
  assert.deepEqual(thinkTimes({ condition: { rttMs: 18, jitterMs: 4, downMbps: null } }, joined), [10, 20])
})
