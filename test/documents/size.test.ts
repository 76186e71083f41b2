import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENTS, longLines, longSentences, textOf, wordsOf } from './prose.ts'

/** Words of all documents together: what somebody can still read. Lower it where documents got shorter. */
const MOST_WORDS = 80_000
const LINE_CHARACTERS = 130
const SENTENCE_WORDS = 30

/** Documents that are still to be shortened; a document that keeps to the limits has to leave this list. */
const TO_SHORTEN = /^(CHANGELOG\.md|docs\/(decisions|results)\/.+)$/

test(`all documents together have at most ${MOST_WORDS} words`, () => {
  const words = new Map(DOCUMENTS.map((file) => [file, wordsOf(textOf(file))]))
  const sum = words.values().reduce((total, count) => total + count, 0)
  const largest = [...words].toSorted(([, a], [, b]) => b - a).slice(0, 5)
  assert.ok(
    sum <= MOST_WORDS,
    `${sum} words; the largest: ${largest.map((entry) => entry.join(' ')).join(', ')}`,
  )
})

test(`no line of a document has more than ${LINE_CHARACTERS} characters, but for tables, pictures and URLs`, () => {
  const found = DOCUMENTS.filter((file) => !TO_SHORTEN.test(file)).flatMap((file) =>
    longLines(textOf(file), LINE_CHARACTERS).map((line) => `${file}: ${line}`),
  )
  assert.deepEqual(found, [])
})

test(`no sentence of a document has more than ${SENTENCE_WORDS} words, code and tables aside`, () => {
  const found = DOCUMENTS.filter((file) => !TO_SHORTEN.test(file)).flatMap((file) =>
    longSentences(textOf(file), SENTENCE_WORDS).map((sentence) => `${file}: ${sentence}`),
  )
  assert.deepEqual(found, [])
})

test('sentences end at full stops, at items of lists and before tables, and code is one word', () => {
  const eight = 'one two three `four, as code.` five six seven eight'
  assert.deepEqual(longSentences(`${eight} nine. ${eight}.`, 8), [
    'one two three code five six seven eight nine.',
  ])
  assert.deepEqual(longSentences(`- ${eight}\n- ${eight}\n| ${eight} nine |\n\n    nine\n`, 8), [])
  assert.deepEqual(longSentences(`[${eight}](a.md#one-two) et al. nine\n`, 8).length, 1)
  assert.deepEqual(longSentences(`\`\`\`\n${eight} nine ten\n\`\`\`\n`, 8), [])
})
