import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bytes,
  gain,
  milliseconds,
  quantity,
  range,
  share,
  significant,
  tally,
  tickLabel,
  tickLabels,
} from '../../figures/quantity.ts'

test('a figure has three significant digits and no exponent', () => {
  const cases = [
    [0, '0'],
    [0.0431, '0.0431'],
    [4.306, '4.31'],
    [43.06, '43.1'],
    [431, '431'],
    [4310.4, '4,310'],
    [-43.06, '−43.1'],
  ] as const
  for (const [value, text] of cases) assert.equal(significant(value), text)
})

test('times are in ms, from 10 s on in s', () => {
  assert.equal(milliseconds(431.4), '431 ms')
  assert.equal(milliseconds(9_999), '9,999 ms')
  assert.equal(milliseconds(12_300), '12.3 s')
})

test('a quantity has the unit of its metric', () => {
  assert.equal(quantity(0.342, 'fraction'), '34.2 %')
  assert.equal(quantity(812_345, 'bytes'), '812 kB')
  assert.equal(quantity(32, 'count'), '32')
  assert.equal(bytes(999), '999 B')
})

test('a median of counts has a digit after the point only where it has one', () => {
  assert.equal(tally(32), '32')
  assert.equal(tally(32.5), '32.5')
})

test('the ticks of an axis are in one unit', () => {
  assert.deepEqual(tickLabels([0, 5_000, 10_000], 'ms'), ['0 s', '5 s', '10 s'])
  assert.deepEqual(tickLabels([0, 2_000, 8_000], 'ms'), ['0 ms', '2,000 ms', '8,000 ms'])
  assert.deepEqual(tickLabels([0, 500_000, 1e6], 'bytes'), ['0 MB', '0.5 MB', '1 MB'])
  assert.deepEqual(tickLabels([5_000, 1e6], 'bytes'), ['5 kB', '1,000 kB'])
  assert.deepEqual(tickLabels([100, 1_000, 10_000], 'ms'), ['0.1 s', '1 s', '10 s'])
  assert.deepEqual(tickLabels([10, 10_000], 'ms'), ['10 ms', '10,000 ms'])
  assert.deepEqual(tickLabels([0], 'ms'), ['0 ms'])
  assert.deepEqual(tickLabels([], 'ms'), [])
})

test('ticks have no zeros at the end, whole ones included', () => {
  assert.equal(tickLabel(50, 'ms'), '50 ms')
  assert.equal(tickLabel(2.5, 'ms'), '2.5 ms')
  assert.equal(tickLabel(1_000, 'ms'), '1,000 ms')
  assert.equal(tickLabel(10_000, 'ms'), '10 s')
})

test('none and all are whole percents; small shares keep three digits', () => {
  assert.equal(share(0), '0 %')
  assert.equal(share(1), '100 %')
  assert.equal(share(0.0123), '1.23 %')
  assert.equal(gain(1.4249), '1.42×')
})

test('a third decimal stands where two would say that there is no difference, or hide the side of 1', () => {
  const gains = [
    [1, '1.00×'],
    [1.004, '1.004×'],
    [0.9962, '0.996×'],
    [12.34, '12.3×'],
  ] as const
  for (const [value, text] of gains) assert.equal(gain(value), text)
  const ranges = [
    [[0.98, 1.02], '0.98–1.02'],
    [[1.002, 1.31], '1.002–1.310'],
    [[1.231, 1.2341], '1.231–1.234'],
    [[2, 2], '2.00–2.00'],
  ] as const
  for (const [ends, text] of ranges) assert.equal(range(ends), text)
})
