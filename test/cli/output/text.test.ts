import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineWidth, minutesText, noteWidth, tableWidth, wrap } from '../../../cli/output/text.ts'

test('lines are broken at spaces, and no word is lost', () => {
  const cases: [string, number, string[]][] = [
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 13, ['one two three']],
    ['one two three', Number.POSITIVE_INFINITY, ['one two three']],
    ['a longestword b', 4, ['a', 'longestword', 'b']],
    ['', 10, ['']],
    ['  one two', 6, ['  one', '  two']],
  ]
  for (const [text, chars, lines] of cases) assert.deepEqual(wrap(text, chars), lines)
})

test('a table is as wide as the terminal, or as COLUMNS says, and has no limit where it is piped', () => {
  const cases: [Parameters<typeof tableWidth>, number | null][] = [
    [[{ isTTY: true, columns: 132 }, undefined], 132],
    [[{ isTTY: true }, undefined], 80],
    [[{ isTTY: true, columns: 3 }, undefined], 40],
    [[{ isTTY: false, columns: 132 }, undefined], null],
    [[{}, '100'], 100],
    [[{ isTTY: true, columns: 132 }, '100'], 100],
    [[{}, ''], null],
    [[{}, '0'], null],
    [[{}, 'wide'], null],
  ]
  for (const [[out, columns], expected] of cases) assert.equal(tableWidth(out ?? {}, columns ?? ''), expected)
})

test('a statement is not wrapped where it is piped, a note always is, neither is too wide to read', () => {
  assert.deepEqual([null, 60, 300].map(lineWidth), [Number.POSITIVE_INFINITY, 60, 110])
  assert.deepEqual([null, 60, 300].map(noteWidth), [80, 60, 110])
})

test('an estimate is in whole minutes, at least one, and in hours from sixty on', () => {
  assert.deepEqual([0, 29_000, 90_000, 3_540_000, 3_600_000, 5_400_000].map(minutesText), [
    '1 min',
    '1 min',
    '2 min',
    '59 min',
    '1 h 0 min',
    '1 h 30 min',
  ])
})
