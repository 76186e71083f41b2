import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reduceLoad } from '../../../extension/capture/load-times.ts'
import { DROP_REASONS, type DropReason } from '../../../extension/capture/types.ts'
import { type PageFacts, pageLoad } from '../har/page-load.ts'

const resource = (nextHopProtocol: string, startTime = 300) => ({
  ...{ name: 'https://cdn.test/a.js?token=1', entryType: 'resource', nextHopProtocol, startTime },
})

test('a cold load has its times in whole milliseconds, by the metrics of live and lab', () => {
  assert.deepEqual(reduceLoad(pageLoad()), {
    proto: 'h2',
    t: { dns: 11, connect: 29, handshake: 69, wait: 179, receive: 121, dcl: 500, load: 813 },
    n: { requests: 1, h1: 0, h2: 1, h3: 0, hidden: 0 },
    reused: false,
    visit: 'new-connection',
  })
})

test('requests are those that began before the load event, by protocol, with the document', () => {
  const resources = ['h2', 'h3', 'http/1.1', '', 'http/1.0', 'quic'].map((name) => resource(name))
  const reduced = reduceLoad(pageLoad({ resources: [...resources, resource('h2', 900)] }))
  assert.deepEqual('n' in reduced && reduced.n, { requests: 7, h1: 2, h2: 2, h3: 1, hidden: 2 })
})

test('a reused connection is marked as such, and has no set-up', () => {
  const kept = {
    domainLookupStart: 3,
    domainLookupEnd: 3,
    connectStart: 3,
    connectEnd: 3,
    secureConnectionStart: 3,
  }
  const reduced = reduceLoad(pageLoad({ navigation: kept }))
  assert.ok('t' in reduced)
  assert.deepEqual([reduced.reused, reduced.visit], [true, 'open-connection'])
  assert.deepEqual([reduced.t.dns, reduced.t.connect, reduced.t.handshake], [null, null, null])
  assert.equal(reduced.t.wait, 179)
})

test('over QUIC the set-up is one handshake', () => {
  const reduced = reduceLoad(pageLoad({ navigation: { nextHopProtocol: 'h3' } }))
  assert.ok('t' in reduced)
  assert.deepEqual([reduced.proto, reduced.t.connect, reduced.t.handshake], ['h3', null, 69])
})

test('a document from the cache is told by its way of delivery, in Firefox by its bytes', () => {
  const visit = (navigation: Record<string, number | string | undefined>) => {
    const load = pageLoad()
    const changed = Object.entries({ ...load.timings.navigation, ...navigation }).filter(
      (field): field is [string, number | string] => field[1] !== undefined,
    )
    const reduced = reduceLoad({
      ...load,
      timings: { ...load.timings, navigation: Object.fromEntries(changed) },
    })
    return 'visit' in reduced ? [reduced.visit, reduced.reused] : reduced.dropped
  }
  const kept = { domainLookupStart: 3, domainLookupEnd: 3, connectStart: 3, connectEnd: 3 }
  assert.deepEqual(visit({ ...kept, deliveryType: 'cache', transferSize: 0 }), ['warm-cache', true])
  assert.deepEqual(visit({ ...kept, deliveryType: undefined, transferSize: 0 }), ['warm-cache', true])
  const nothing = { deliveryType: undefined, transferSize: 0, encodedBodySize: 0 }
  assert.equal(visit({ ...kept, ...nothing }), 'nothing_transferred')
  assert.deepEqual(visit({ connectStart: undefined }), [null, false])
})

test('Firefox tells less, and is measured by what it tells', () => {
  const load = pageLoad()
  const navigation = { ...load.timings.navigation }
  for (const name of [
    'deliveryType',
    'activationStart',
    'finalResponseHeadersStart',
    'firstInterimResponseStart',
  ])
    delete navigation[name]
  assert.deepEqual(
    reduceLoad({ ...load, hiddenBeforeLoad: null, timings: { ...load.timings, navigation } }),
    reduceLoad(load),
  )
})

/** One load or more for each reason. */
const DROPPED: Readonly<Record<DropReason, readonly PageFacts[]>> = {
  no_navigation: [{ navigation: null }],
  not_navigated: ['reload', 'back_forward', 'prerender'].map((type) => ({ navigation: { type } })),
  redirected: [{ navigation: { redirectCount: 1 } }, { navigation: { fetchStart: 101 } }],
  prerendered: [{ navigation: { activationStart: 12.5 } }],
  service_worker: [{ navigation: { workerStart: 4 } }],
  from_cache: [{ navigation: { deliveryType: 'navigational-prefetch' } }],
  nothing_transferred: [{ navigation: { transferSize: 0 } }],
  http_status: [404, 304, 500].map((responseStatus) => ({ navigation: { responseStatus } })),
  hidden: [{ hiddenBeforeLoad: true }, { hiddenBeforeLoad: true, navigation: { fetchStart: 101 } }],
  no_protocol: ['', 'unknown'].map((nextHopProtocol) => ({ navigation: { nextHopProtocol } })),
  other_protocol: ['http/1.0', 'spdy/3.1', 'h3-Q050'].map((nextHopProtocol) => ({
    navigation: { nextHopProtocol },
  })),
  not_loaded: [{ navigation: { loadEventEnd: 0 } }, { navigation: { loadEventStart: 0, loadEventEnd: 0 } }],
  bad_times: [
    { navigation: { connectStart: -1 } },
    { navigation: { decodedBodySize: Number.NaN } },
    { navigation: { loadEventStart: Number.POSITIVE_INFINITY } },
    // Answered after the load event; a wait, and a load, that nobody has the patience for.
    { navigation: { loadEventStart: 380 } },
    { navigation: { finalResponseHeadersStart: 200_000, responseEnd: 200_001, loadEventStart: 300_000 } },
    { navigation: { loadEventStart: 600_001 } },
  ],
  too_many_requests: [{ resources: Array.from({ length: 5_000 }, () => resource('h2')) }],
}

for (const [reason, about] of Object.entries(DROP_REASONS)) {
  test(`a load is dropped because ${about}`, () => {
    const loads = DROPPED[reason as DropReason]
    assert.ok(loads.length > 0)
    for (const facts of loads) assert.deepEqual(reduceLoad(pageLoad(facts)), { dropped: reason })
  })
}
