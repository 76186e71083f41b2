import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wireLimitMs } from '../../../lab/limit/limit.ts'
import { labPage } from '../../../lab/pages/page.ts'
import type { LabPage } from '../../../lab/pages/shape/lab-page.ts'
import type { Arm } from '../../../model/arm.ts'

const IW10 = { initialWindowPackets: 10 }

/** Milliseconds that so many bytes of bodies take, with 40 bytes of header for each 1,460. */
const atRate = (sizeBytes: number, mbps: number): number => (sizeBytes * 8 * 1_500) / 1_460 / (1_000 * mbps)

const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`)

test('an empty page takes the handshake and one round trip', () => {
  const page = labPage('empty', { seed: 1 })
  const link = { rttMs: 100, downMbps: null }
  const limits = (['http', 'h1', 'h2', 'h3', 'h3-altsvc'] as Arm[]).map((arm) =>
    wireLimitMs(page, link, arm, IW10),
  )
  assert.deepEqual(limits, [200, 300, 300, 200, 300])
})

test('a single document of 3 MB takes its bytes at the rate of the link, and the idle time of slow start', () => {
  const page = labPage('single-3000000', { seed: 1 })
  // Handshake 200, request 100. Flights of 10 to 160 packets take 12 to 192 ms at 10 Mbit/s: the first four
  // (12, 24, 48, 96) wait until 100 have passed, and from the fifth on the link is full.
  const idleMs = 100 - 12 + (100 - 24) + (100 - 48) + (100 - 96)
  near(wireLimitMs(page, { rttMs: 100, downMbps: 10 }, 'h2', IW10), 300 + idleMs + atRate(3_000_000, 10))
  // 2,055 packets are the flights 10, 20, … 1,280: eight of them, seven round trips.
  near(wireLimitMs(page, { rttMs: 100, downMbps: null }, 'h2', IW10), 300 + 700)
  near(wireLimitMs(page, { rttMs: 0, downMbps: 10 }, 'h3', IW10), atRate(3_000_000, 10))
})

test('two levels take a round trip each; the second begins with the first packet of the document', () => {
  const page = labPage('objects-10x1000', { seed: 1 })
  const [document] = page.resources
  const documentBytes = document?.sizeBytes ?? 0
  assert.ok(documentBytes < 1_460)
  const link = { rttMs: 100, downMbps: 1 }
  near(wireLimitMs(page, link, 'h2', IW10), 200 + 200 + atRate(documentBytes + 10_000, 1))
  near(wireLimitMs(page, link, 'h3', IW10), 100 + 200 + atRate(documentBytes + 10_000, 1))
  near(wireLimitMs(page, { rttMs: 100, downMbps: null }, 'h2', IW10), 400)
})

test('with few streams each lot of resources takes a round trip, over all hosts at once; HTTP/1.1 has none', () => {
  const link = { rttMs: 100, downMbps: null }
  const limit = (arm: Arm, streams: number | null, shards = 1): number =>
    wireLimitMs(labPage('objects-99x100', { seed: 1, shards }), link, arm, { ...IW10, streams })
  assert.deepEqual(
    [1, 10, 100, null].map((streams) => limit('h2', streams)),
    [200 + 100 * 100, 200 + 10 * 100, 400, 400],
  )
  assert.equal(limit('h3', 1), 100 + 100 * 100)
  assert.equal(limit('h2', 1, 2), 200 + 50 * 100)
  assert.equal(limit('h1', 1), 400)
})

test('a window that the document has opened is open for what it names', () => {
  const page = labPage('objects-1x43800', { seed: 1 })
  const link = { rttMs: 100, downMbps: null }
  // 30 packets: 11 and a bit at first, then the double.
  assert.equal(wireLimitMs(page, link, 'h2', IW10), 500)
  // The same behind a document of 30 packets is one flight.
  const [document, ...objects] = labPage('objects-1x43800', { seed: 1 }).resources
  assert.ok(document !== undefined)
  const large = { ...document, sizeBytes: 43_800 }
  assert.equal(wireLimitMs({ resources: [large, ...objects] }, link, 'h2', IW10), 500)
  assert.equal(wireLimitMs({ resources: [large] }, link, 'h2', IW10), 400)
})

test('six connections, and those to other hosts, have a window each', () => {
  const link = { rttMs: 100, downMbps: null }
  const limit = (shards: number, arm: Arm) =>
    wireLimitMs(labPage('objects-60x14600', { seed: 1, shards }), link, arm, IW10)
  // 600 packets. The document's 4,920 bytes open 4.4 more: 14.4 to begin with, 44.4 on four hosts, 64.4, 244.4.
  assert.deepEqual([limit(1, 'h2'), limit(4, 'h2'), limit(1, 'h1'), limit(4, 'h1')], [900, 700, 700, 500])
})

test('think time and compute time on the way to a resource count, and those beside it do not', () => {
  const link = { rttMs: 100, downMbps: null }
  const chain = labPage('chain-fetch', { seed: 1 })
  const plain = wireLimitMs(chain, link, 'h2', IW10)
  const with_ = (index: number, change: object) =>
    wireLimitMs(
      {
        resources: chain.resources.map((each, position) =>
          position === index ? { ...each, ...change } : each,
        ),
      },
      link,
      'h2',
      IW10,
    )
  assert.equal(with_(1, { thinkMs: 30 }), plain + 30)
  assert.equal(with_(1, { computeMs: 30 }), plain + 30)
  assert.equal(with_(3, { thinkMs: 30 }), plain + 30)
  const flat = labPage('objects-2x100', { seed: 1, thinkMs: 50 })
  assert.equal(wireLimitMs(flat, link, 'h2', IW10), 200 + 100 + 50 + 100 + 50)
})

test('scripts compute one after the other', () => {
  const page = labPage('blocking', { seed: 1 })
  const wide = { initialWindowPackets: 1_000 }
  assert.equal(wireLimitMs(page, { rttMs: 100, downMbps: null }, 'h2', wide), 400 + 250)
  near(wireLimitMs(page, { rttMs: 0, downMbps: null }, 'h2', IW10), 250)
})

const pages = fc
  .constantFrom(
    'empty',
    'modern',
    'chain-fetch',
    'chain-css-font',
    'blocking',
    'depth-6',
    'thinking-300',
    'cablelabs-b',
    'objects-40x3000',
  )
  .chain((name) =>
    fc
      .record({ shards: fc.integer({ min: 1, max: 7 }), seed: fc.nat(100) })
      .map((given) => labPage(name, given)),
  )
const arms = fc.constantFrom<Arm>('http', 'h1', 'h2', 'h3', 'h3-altsvc')
const conditions = fc.record({
  rttMs: fc.double({ min: 0, max: 600, noNaN: true }),
  downMbps: fc.option(fc.double({ min: 0.05, max: 1_000, noNaN: true })),
})
const windows = fc.integer({ min: 1, max: 64 })
const more = fc.double({ min: 1, max: 5, noNaN: true })
const ROUNDING_MS = 1e-6

test('the limit grows with the round-trip time, and shrinks with the rate and the window', () => {
  fc.assert(
    fc.property(pages, conditions, arms, windows, more, (page, link, arm, initialWindowPackets, factor) => {
      const limitWith = (change: Partial<typeof link>, window = initialWindowPackets) =>
        wireLimitMs(page, { ...link, ...change }, arm, { initialWindowPackets: window })
      const unchangedMs = limitWith({}) + ROUNDING_MS
      assert.ok(limitWith({ rttMs: link.rttMs * factor }) >= unchangedMs - 2 * ROUNDING_MS, 'RTT')
      const faster = link.downMbps === null ? null : link.downMbps * factor
      assert.ok(limitWith({ downMbps: faster }) <= unchangedMs, 'rate')
      assert.ok(limitWith({ downMbps: null }) <= unchangedMs, 'no limit')
      assert.ok(limitWith({}, initialWindowPackets + 1) <= unchangedMs, 'window')
    }),
    { numRuns: 500 },
  )
})

test('the limit grows with the size of all resources together, and with that of any which leads to no other', () => {
  fc.assert(
    fc.property(
      pages,
      conditions,
      arms,
      windows,
      more,
      fc.nat(),
      (page, link, arm, initialWindowPackets, factor, pick) => {
        const limitWithResources = (resources: LabPage['resources']) =>
          wireLimitMs({ resources }, link, arm, { initialWindowPackets })
        const unchangedMs = limitWithResources(page.resources) - ROUNDING_MS
        const grown = page.resources.map((each) => ({ ...each, sizeBytes: each.sizeBytes * factor }))
        assert.ok(limitWithResources(grown) >= unchangedMs, 'all')
        const last = page.resources.length - 1 - (pick % Math.min(3, page.resources.length))
        const isLeaf = page.resources.every(({ parent }) => parent !== last)
        const one = page.resources.map((each, position) =>
          position === last ? (grown[position] ?? each) : each,
        )
        if (isLeaf && deepest(page, last))
          assert.ok(limitWithResources(one) >= unchangedMs, `resource ${last}`)
      },
    ),
    { numRuns: 500 },
  )
})

test('the limit is never below the round trips of the deepest level, nor below the bytes at the rate', () => {
  fc.assert(
    fc.property(pages, conditions, arms, windows, (page, link, arm, initialWindowPackets) => {
      const limit = wireLimitMs(page, link, arm, { initialWindowPackets }) + ROUNDING_MS
      const levels = Math.max(...page.resources.map((_, index) => depth(page, index)))
      assert.ok(limit >= link.rttMs * (levels + 1))
      const bytes = page.resources.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      if (link.downMbps !== null) assert.ok(limit >= link.rttMs + atRate(bytes, link.downMbps))
    }),
    { numRuns: 300 },
  )
})

function depth({ resources }: LabPage, index: number): number {
  const parent = resources[index]?.parent ?? null
  return parent === null ? 1 : 1 + depth({ resources } as LabPage, parent)
}

/** Whether no level is below: bytes above a level open the window for it, so that more of them can make a page faster. */
function deepest(page: LabPage, index: number): boolean {
  return page.resources.every((_, other) => depth(page, other) <= depth(page, index))
}
