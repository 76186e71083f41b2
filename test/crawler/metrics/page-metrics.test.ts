import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import type { PageTimings } from '../../../model/artifacts.ts'
import { NOTHING, PAGE, withHar } from './observed.ts'

function valuesOf(timings: PageTimings | null): Record<string, number | null> {
  const wanted = new Set(['plt_ms', 'ttfb_ms', 'dcl_ms', 'fcp_ms', 'lcp_ms'])
  const all = computeAll({ ...NOTHING, timings }).filter(({ name }) => wanted.has(name))
  return Object.fromEntries(all.map(({ name, value }) => [name, value]))
}

const NONE = { plt_ms: null, ttfb_ms: null, dcl_ms: null, fcp_ms: null, lcp_ms: null }

test('page metrics are the moments that W3C names, since the navigation’s start', () => {
  assert.deepEqual(valuesOf(PAGE), {
    plt_ms: 812.75,
    ttfb_ms: 120.5,
    dcl_ms: 300.25,
    fcp_ms: 190.5,
    lcp_ms: 450.25,
  })
})

test('a navigation that did not start at 0 is measured from its start', () => {
  const navigation = { ...PAGE.navigation, startTime: 100 }
  assert.equal(valuesOf({ ...PAGE, navigation }).plt_ms, 712.75)
})

test('what did not happen, which the standard writes as 0, is null', () => {
  const navigation = {
    ...PAGE.navigation,
    loadEventStart: 0,
    responseStart: 0,
    domContentLoadedEventStart: 0,
  }
  const empty = { ...PAGE, navigation, paints: [], largestContentfulPaints: [] }
  assert.deepEqual(valuesOf(empty), NONE)
})

test('a first paint that is not contentful is no first contentful paint', () => {
  assert.equal(valuesOf({ ...PAGE, paints: PAGE.paints.slice(0, 1) }).fcp_ms, null)
})

test('without timings of the page every page metric is null and says why', () => {
  assert.deepEqual(valuesOf(null), NONE)
  assert.deepEqual(valuesOf({ ...PAGE, navigation: null }), {
    ...NONE,
    fcp_ms: 190.5,
    lcp_ms: 450.25,
  })
  const plt = computeAll(NOTHING).find(({ name }) => name === 'plt_ms')
  assert.equal(plt?.note, 'the page gave no timings')
})

test('a page that sent itself on is measured from the start of its first navigation', () => {
  const plt = (timings: PageTimings, artifacts = NOTHING) =>
    computeAll({ ...artifacts, timings }).find(({ name }) => name === 'plt_ms')
  const one = plt({ ...PAGE, navigationStartsMs: [5_000.5] })
  assert.deepEqual([one?.value, one?.note], [812.75, null])
  const three = plt({ ...PAGE, navigationStartsMs: [5_000.5, 5_100, 5_250.75] })
  assert.deepEqual([three?.value, three?.note], [1_063, 'over 3 documents'])
})

test('a sample without stored starts keeps its page load time unless its HAR shows an earlier navigation', () => {
  const har = withHar([{ url: 'https://a.test/' }])
  const [entry] = har.har?.log.entries ?? []
  assert.ok(entry)
  const firstMs = Date.parse(entry.startedDateTime)
  const plt = (timeOriginMs: number) =>
    computeAll({ ...har, timings: { ...PAGE, timeOriginMs } }).find(({ name }) => name === 'plt_ms')
  assert.deepEqual([plt(firstMs - 3)?.value, plt(firstMs - 3)?.note], [812.75, null])
  assert.deepEqual(
    [plt(firstMs + 50)?.value, plt(firstMs + 50)?.note],
    [null, 'the page sent itself on, and the start of its first navigation is not stored'],
  )
})
