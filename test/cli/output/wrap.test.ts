import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wrap } from '../../../cli/output/wrap.ts'

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
