import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineWidth, noteWidth, tableWidth } from '../../../cli/output/output-width.ts'

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
