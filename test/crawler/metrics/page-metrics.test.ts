import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import type { PageTimings } from '../../../crawler/probe/artifacts.ts'
import { NOTHING, PAGE } from './observed.ts'

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
