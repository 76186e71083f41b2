import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPageFields } from '../../../extension/har/page-fields.ts'

test('what WebPageTest measured is read by its own names', () => {
  const page = {
    _TTFB: 213,
    _firstContentfulPaint: 900.5,
    _SpeedIndex: 1_310,
    '_chromeUserTiming.CumulativeLayoutShift': 0.042,
    _bytesIn: 123_456,
    _URL: 'https://site.test/',
  }
  const { _URL, ...measured } = page
  assert.deepEqual(readPageFields(page), measured)
})

test('0 is a score or a number of bytes, and no time', () => {
  assert.deepEqual(readPageFields({ _TTFB: 0, _SpeedIndex: 0, _TotalBlockingTime: 0, _bytesIn: 0 }), {
    _TotalBlockingTime: 0,
    _bytesIn: 0,
  })
})

test('what cannot have been measured is left out', () => {
  assert.deepEqual(
    readPageFields({ _TTFB: -1, _render: '900', _SpeedIndex: null, _fullyLoaded: Infinity }),
    {},
  )
})
