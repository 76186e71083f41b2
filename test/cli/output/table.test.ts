import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ColumnNeeds, columnWidths, csvLines, csvRecord, textTable } from '../../../cli/output/table.ts'
import { visible } from '../../../cli/output/text.ts'
import { parseCsv } from '../probe/csv.ts'

type Pair = readonly [string | null, number | null]

const PAIR = [
  { heading: 'name', cell: ([name]: Pair) => name },
  { heading: 'n', cell: ([, n]: Pair) => n, align: 'right' as const },
]

test('columns are as wide as their widest cell, numbers stand to the right, unknown is a dash', () => {
  const rows: Pair[] = [
    ['a', 1],
    ['longer', 1000],
    [null, null],
  ]
  assert.equal(
    textTable(rows, PAIR),
    ['name       n', 'a          1', 'longer  1000', '–          –'].join('\n'),
  )
})

test('a table without rows is its headings', () => {
  assert.equal(textTable([], PAIR), 'name  n')
})

test('a table of 200,000 rows is no more than a long one', () => {
  const rows = Array.from({ length: 200_000 }, (_, index): Pair => [`site${index}`, index])
  assert.equal(textTable(rows, PAIR).split('\n').length, 200_001)
})

test('what would move a cursor, end a line or reverse a text is shown escaped', () => {
  assert.equal(
    visible('a\u001b[2J\n\u202eb\u2028\u200bé漢'),
    'a\\u{1b}[2J\\u{a}\\u{202e}b\\u{2028}\\u{200b}é漢',
  )
  assert.equal(textTable([['\u001b', 0]], PAIR), 'name    n\n\\u{1b}  0')
})

test('a CSV record quotes text, leaves numbers and booleans, and has an empty cell for null', () => {
  assert.equal(csvRecord(['a"b', 1.5, true, null, '']), '"a""b",1.5,true,,""')
})

test('a spreadsheet runs no cell as a formula, and a negative number stays one', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])
    assert.equal(csvRecord([text]), `"'${visible(text)}"`)
  assert.equal(csvRecord([-1]), '-1')
})

test('any text comes back from CSV as it is shown, but for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
      const [record = []] = parseCsv(`${csvRecord(texts)}\n`)
      assert.deepEqual(
        record.map((cell, index) => (/^[=+\-@\t\r]/.test(texts[index] ?? '') ? cell.slice(1) : cell)),
        texts.map(visible),
      )
    }),
  )
})

const SITES = [
  { heading: 'site', cell: ([site]: readonly string[]) => site ?? null },
  { heading: 'h3 claimed', cell: () => 'yes', align: 'right' as const, optional: true },
  { heading: 'verdict', cell: ([, verdict]: readonly string[]) => verdict ?? null },
]

test('within a limit cells and headings are wrapped, long names broken at their marks or cut, optional columns left out and named', () => {
  const rows = [
    ['a.test', 'no difference shown'],
    ['long-name-of-a-site-in-all.test', 'faster'],
    [`${'n'.repeat(30)}.test`, 'faster'],
    [`${'name-'.repeat(40)}x.test`, 'faster'],
  ]
  assert.deepEqual(textTable(rows, SITES, 45).split('\n'), [
    'site                           h3  verdict',
    '                          claimed',
    'a.test                        yes  no',
    '                                   difference',
    '                                   shown',
    'long-name-of-a-site-in-       yes  faster',
    'all.test',
    'nnnnnnnnnnnnnnnnnnnnnnn…      yes  faster',
    'name-name-name-name-          yes  faster',
    'name-name-name-name-',
    'name-name-name-name-',
    'name-name-name-name-nam…',
  ])
  assert.deepEqual(textTable(rows, SITES, 36).split('\n'), [
    'site                      verdict',
    'a.test                    no',
    '                          difference',
    '                          shown',
    'long-name-of-a-site-in-   faster',
    'all.test',
    'nnnnnnnnnnnnnnnnnnnnnnn…  faster',
    'name-name-name-name-      faster',
    'name-name-name-name-',
    'name-name-name-name-',
    'name-name-name-name-nam…',
    'not shown for lack of width: h3',
    'claimed',
  ])
})

test('no line is longer than the limit, whatever the cells, where columns can be narrowed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string(), fc.string())),
      fc.integer({ min: 60, max: 120 }),
      (rows, limit) => {
        for (const line of textTable(rows, SITES, limit).split('\n'))
          assert.ok([...line].length <= limit, line)
      },
    ),
  )
})

test('CSV has its own headings where they are named, and a record for each row', () => {
  const columns = [
    { heading: 'started', csv: 'begun', cell: (n: number) => n },
    { heading: 'n', cell: () => 'a,b' },
  ]
  assert.deepEqual([...csvLines([1], columns)], ['begun,n', '1,"a,b"'])
})

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
