import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import { isReused } from '../../../crawler/metrics/document-set-up.ts'
import { NOTHING, PAGE } from './observed.ts'

/** A cold load over TLS and HTTP/2 whose every moment can be told from the others. */
const COLD = {
  startTime: 0,
  redirectCount: 0,
  domainLookupStart: 10,
  domainLookupEnd: 21,
  connectStart: 21,
  secureConnectionStart: 50,
  connectEnd: 90,
  requestStart: 91,
  firstInterimResponseStart: 0,
  finalResponseHeadersStart: 270,
  responseStart: 270,
  responseEnd: 390,
  nextHopProtocol: 'h2',
}

function documentTimes(navigation: Readonly<Record<string, number | string>> | null) {
  const all = computeAll({ ...NOTHING, timings: { ...PAGE, navigation } })
  const names = ['dns', 'connect', 'handshake', 'wait', 'receive'] as const
  return Object.fromEntries(
    names.map((name) => [name, all.find((metric) => metric.name === `document_${name}_ms`)?.value]),
  )
}

test('times of the document are spans between neighbouring moments of its navigation', () => {
  assert.deepEqual(documentTimes(COLD), { dns: 11, connect: 29, handshake: 69, wait: 179, receive: 120 })
})

test('a navigation that did not start at 0 has the same times', () => {
  const later = Object.entries(COLD).map(([name, value]) => [
    name,
    name === 'redirectCount' || !value || typeof value === 'string' ? value : value + 7,
  ])
  assert.deepEqual(documentTimes({ ...Object.fromEntries(later), startTime: 7 }), documentTimes(COLD))
})

test('over QUIC there is one handshake, and no TCP', () => {
  assert.deepEqual(documentTimes({ ...COLD, nextHopProtocol: 'h3' }), {
    ...documentTimes(COLD),
    connect: null,
  })
})

test('where the browser does not tell the protocol, nobody knows whether the set-up began with TCP', () => {
  for (const nextHopProtocol of ['', 'quic', 'h3-29', 'unknown'])
    assert.equal(documentTimes({ ...COLD, nextHopProtocol }).connect, null, nextHopProtocol)
})

test('in cleartext the set-up is the TCP handshake', () => {
  const { connect, handshake } = documentTimes({
    ...COLD,
    secureConnectionStart: 0,
    nextHopProtocol: 'http/1.1',
  })
  assert.deepEqual({ connect, handshake }, { connect: 69, handshake: 69 })
})

test('a connection that was there before has no set-up: neither a name was asked for nor a handshake made', () => {
  const kept = { ...COLD, domainLookupStart: 5, domainLookupEnd: 5, connectStart: 5, connectEnd: 5 }
  assert.deepEqual(documentTimes(kept), {
    dns: null,
    connect: null,
    handshake: null,
    wait: 179,
    receive: 120,
  })
  assert.equal(isReused({ ...NOTHING, timings: { ...PAGE, navigation: kept } }), true)
  assert.equal(isReused({ ...NOTHING, timings: { ...PAGE, navigation: COLD } }), false)
  assert.equal(isReused(NOTHING), false)
})

test('after a redirect the set-up is unknown, for that of the first request is hidden in the redirect', () => {
  const { dns, connect, handshake } = documentTimes({ ...COLD, redirectCount: 1 })
  assert.deepEqual({ dns, connect, handshake }, { dns: null, connect: null, handshake: null })
})

test('a known name is resolved in 0 ms on a connection that was opened for the document', () => {
  assert.equal(documentTimes({ ...COLD, domainLookupEnd: 10 }).dns, 0)
})

test('early hints are no answer: the wait lasts until the final response’s head', () => {
  const { wait, receive } = documentTimes({ ...COLD, firstInterimResponseStart: 120, responseStart: 120 })
  assert.deepEqual({ wait, receive }, { wait: 179, receive: 120 })
})

test('a browser without the newer attribute is measured by responseStart', () => {
  const { finalResponseHeadersStart: _, ...older } = COLD
  assert.deepEqual(documentTimes(older), documentTimes(COLD))
})

test('moments that did not happen, and such in the wrong order, make null and no number', () => {
  assert.equal(documentTimes({ ...COLD, requestStart: 0 }).wait, null)
  assert.equal(documentTimes({ ...COLD, responseEnd: 0 }).receive, null)
  assert.equal(documentTimes({ ...COLD, requestStart: 300 }).wait, null)
  assert.deepEqual(Object.values(documentTimes(null)), [null, null, null, null, null])
  assert.deepEqual(Object.values(documentTimes({ startTime: 0 })), [null, null, null, null, null])
})
