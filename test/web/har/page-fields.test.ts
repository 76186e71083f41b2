import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConnectivity, readPageFields } from '../../../web/har/page-fields.ts'

test('what WebPageTest measured is read by its own names', () => {
  const page = {
    _TTFB: 213,
    _firstContentfulPaint: 900.5,
    _SpeedIndex: 1_310,
    '_chromeUserTiming.CumulativeLayoutShift': 0.042,
    _bytesIn: 123_456,
    _URL: 'https://site.test/',
  }
  assert.deepEqual(readPageFields(page), {
    ttfb: 213,
    firstContentfulPaint: 900.5,
    speedIndex: 1_310,
    layoutShift: 0.042,
    bytesIn: 123_456,
  })
})

test('what Browsertime measured is read from its nested fields', () => {
  const page = {
    pageTimings: { onLoad: 812, _firstPaint: 300, _firstVisualChange: 334, _visualComplete85: 500 },
    _googleWebVitals: {
      ttfb: 121,
      firstContentfulPaint: 310,
      largestContentfulPaint: 450.5,
      totalBlockingTime: 0,
      cumulativeLayoutShift: 0,
    },
    _visualMetrics: { SpeedIndex: 390, LastVisualChange: 601, VisualProgress: { 0: 0 } },
    _cpu: { longTasks: { totalBlockingTime: 7 } },
  }
  assert.deepEqual(readPageFields(page), {
    ttfb: 121,
    firstPaint: 300,
    startRender: 334,
    firstContentfulPaint: 310,
    largestContentfulPaint: 450.5,
    speedIndex: 390,
    visualComplete85: 500,
    lastVisualChange: 601,
    totalBlockingTime: 0,
    layoutShift: 0,
  })
})

test('before it had web vitals, Browsertime wrote paints beside HAR’s timings and blocking under `_cpu`', () => {
  const page = {
    pageTimings: { _firstContentfulPaint: 310, _largestContentfulPaint: 450 },
    _cpu: { longTasks: { totalBlockingTime: 12 } },
  }
  assert.deepEqual(readPageFields(page), {
    firstContentfulPaint: 310,
    largestContentfulPaint: 450,
    totalBlockingTime: 12,
  })
})

test('a value that cannot have been measured gives way to the next place', () => {
  const page = {
    _googleWebVitals: { largestContentfulPaint: 0 },
    pageTimings: { _largestContentfulPaint: 450 },
  }
  assert.deepEqual(readPageFields(page), { largestContentfulPaint: 450 })
})

test('0 is a score or a number of bytes, and no time', () => {
  assert.deepEqual(readPageFields({ _TTFB: 0, _SpeedIndex: 0, _TotalBlockingTime: 0, _bytesIn: 0 }), {
    totalBlockingTime: 0,
    bytesIn: 0,
  })
})

test('what cannot have been measured is left out', () => {
  assert.deepEqual(
    readPageFields({ _TTFB: -1, _render: '900', _SpeedIndex: null, _fullyLoaded: Infinity }),
    {},
  )
  assert.deepEqual(readPageFields({ _googleWebVitals: [1], _visualMetrics: null, _cpu: 'fast' }), {})
})

test('the emulated link is named, and no emulation is none', () => {
  const named = (connectivity: unknown) => readConnectivity({ _meta: { connectivity } })
  assert.deepEqual(['cable', 'native', '', 3].map(named), ['cable', null, null, null])
  assert.equal(named('x'.repeat(500))?.length, 60)
  assert.equal(readConnectivity({}), null)
})
