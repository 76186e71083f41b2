import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ColumnNeeds, columnWidths } from '../../../cli/output/column-widths.ts'

const needs = (wanted: number, least: number, optional: ColumnNeeds['optional'] = false): ColumnNeeds => ({
  wanted,
  least,
  optional,
})

test('widths add up to the limit, gaps included, or to what is wanted where that is less', () => {
  const cases: [string, ColumnNeeds[], number | null, (number | null)[]][] = [
    ['no limit', [needs(200, 10)], null, [200]],
    ['room for all', [needs(10, 5), needs(20, 5)], 32, [10, 20]],
    ['the widest is narrowed first', [needs(10, 5), needs(20, 5)], 26, [10, 14]],
    ['then both', [needs(10, 5), needs(20, 5)], 18, [8, 8]],
    ['none below its least', [needs(10, 9), needs(20, 5)], 18, [9, 7]],
    [
      'optional ones go where needs are above the limit',
      [needs(9, 9), needs(9, 9, true), needs(9, 9)],
      20,
      [9, null, 9],
    ],
    ['the last optional one first', [needs(9, 9), needs(5, 5, true), needs(9, 9, true)], 18, [9, 5, null]],
    ['one that is to stay longest', [needs(9, 9), needs(9, 9, true), needs(5, 5, 'last')], 18, [9, null, 5]],
    ['optional ones stay where narrowing is enough', [needs(20, 5), needs(5, 5, true)], 15, [8, 5]],
    ['needs above the limit make it wider', [needs(30, 30)], 20, [30]],
    ['no column', [], 20, []],
  ]
  for (const [name, columns, limit, expected] of cases)
    assert.deepEqual(columnWidths(columns, limit), expected, name)
})
