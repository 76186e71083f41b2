import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoadTimes, shortestRoundTrips } from '../../../record/live/load-times.ts'
import type { PageRequest } from '../../../record/live/page-request.ts'

/** A request whose times are given as Chromium gives them, in milliseconds since it was made. */
function request(times: {
  readonly connect: readonly [start: number, ssl: number, end: number] | null
  readonly send: number
  readonly head: number
  readonly address?: string
  /** Of the final response, where an interim one came before it. */
  readonly final?: number
}): PageRequest {
  const [connectStart, sslStart, connectEnd] = times.connect ?? [-1, -1, -1]
  return {
    requestId: '1',
    method: 'GET',
    url: 'https://a.test/',
    documentUrl: 'https://a.test/',
    resourceType: 'Document',
    priority: 'High',
    initiator: { type: 'other' },
    startedMs: 0,
    postData: null,
    redirectedFrom: null,
    answer: {
      protocol: 'h2',
      address: times.address ?? '192.0.2.1',
      connection: '1',
      hasInterim: times.final !== undefined,
      headBytes: null,
      isConnectionReused: times.connect === null,
      timing: {
        ...{ requestTime: 0, proxyStart: -1, proxyEnd: -1, dnsStart: 0, dnsEnd: 0, pushStart: 0, pushEnd: 0 },
        ...{ workerStart: -1, workerReady: -1, workerFetchStart: -1, workerRespondWithSettled: -1 },
        ...{ connectStart, sslStart, connectEnd, sslEnd: connectEnd },
        ...{ sendStart: times.send, sendEnd: times.send },
        ...{ receiveHeadersStart: times.head, receiveHeadersEnd: times.final ?? times.head },
      },
      security: null,
    },
    finishedMs: times.head,
    parts: [],
    transferredBytes: null,
    error: null,
    isFromMemory: false,
  }
}

test('the round trip is that of a whole TCP handshake', () => {
  const { roundTrips } = new LoadTimes([request({ connect: [1, 41, 90], send: 90, head: 190 })])
  assert.deepEqual([...roundTrips], [['192.0.2.1', 40]])
})

test('the rest of a connection that was already being opened is no handshake', () => {
  const { roundTrips } = new LoadTimes([request({ connect: [0, 5, 50], send: 50, head: 100 })])
  assert.deepEqual([...roundTrips], [['192.0.2.1', 50]])
})

test('a response that seems to come at once says nothing of the round trip', () => {
  const { roundTrips } = new LoadTimes([request({ connect: null, send: 50, head: 50 })])
  assert.deepEqual([...roundTrips], [])
})

test('a think time counts from the shortest round trip of all loads', () => {
  const slow = new LoadTimes([request({ connect: [1, 101, 150], send: 150, head: 350 })])
  const fast = new LoadTimes([request({ connect: [1, 41, 90], send: 90, head: 190 })])
  const shortest = shortestRoundTrips([slow, fast], false)
  const wanted = request({ connect: null, send: 0, head: 140 })
  assert.equal(slow.timesOf(wanted, shortest, null).thinkMs, 100)
})

test('behind one link, an address that shows no handshake has the round trip of the others', () => {
  const load = new LoadTimes([
    request({ connect: [1, 41, 90], send: 90, head: 190 }),
    request({ connect: null, send: 0, head: 120, address: '192.0.2.2' }),
  ])
  assert.deepEqual([...shortestRoundTrips([load], false).values()], [40, 120])
  assert.deepEqual([...shortestRoundTrips([load], true).values()], [40, 40])
})

test('an interim response ends no think time: the final one does', () => {
  const hinted = request({ connect: [1, 41, 90], send: 90, head: 132, final: 430 })
  const times = new LoadTimes([hinted]).timesOf(hinted, new Map([['192.0.2.1', 40]]), null)
  assert.deepEqual([times.firstByteMs, times.thinkMs], [340, 300])
})

test('a body that the browser has end with its head was received until its last part came', () => {
  const streamed = (partsMs: readonly number[], finishedMs: number) => ({
    ...request({ connect: null, send: 0, head: 100 }),
    ...{ parts: partsMs.map((atMs) => ({ atMs, bytes: 10 })), finishedMs },
  })
  const receiveMs = (each: PageRequest) =>
    new LoadTimes([each]).timesOf(each, new Map([['192.0.2.1', 20]]), null).receiveMs
  assert.equal(receiveMs(streamed([100, 250, 400], 100)), 300)
  assert.equal(receiveMs(streamed([100, 110], 100)), 0, 'the page heard of it late')
  assert.equal(receiveMs(streamed([100, 250, 400], 390)), 290)
})
