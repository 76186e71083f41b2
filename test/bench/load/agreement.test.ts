import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreementOf, agreementTable, isWithin } from '../../../bench/load/agreement.ts'

test('two tools agree where their medians are within 10 % of each other', () => {
  const [near, far, slower, alone] = [
    agreementOf('a', 'ms', [105, 109, 900], [100, 100, 5]),
    agreementOf('b', 'ms', [111], [100]),
    agreementOf('c', 'ms', [89], [100]),
    agreementOf('d', 'ms', [100], []),
  ] as const
  assert.deepEqual([near, far, slower, alone].map(isWithin), [true, false, false, null])
  assert.equal(near.ratio, 1.09)
  assert.equal(alone.ratio, null)
})

test('the table says of each row whether it does', () => {
  const rows = [agreementOf('h1', 'ms a page', [100], [90, 100]), agreementOf('h2', 'ms a page', [100], [50])]
  const [, first, second] = agreementTable([...rows, agreementOf('h3', 'ms a page', [1], [])], 'Chromium')
    .split('\n')
    .filter((line) => /^h\d|page users/.test(line.trim()))
  assert.match(first ?? '', /^h1 .* 1\.05 +met$/)
  assert.match(second ?? '', /^h2 .* 2\.00 +MISSED$/)
})
