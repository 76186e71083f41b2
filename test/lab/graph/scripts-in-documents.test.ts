import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parentUrls } from './graph-parents.ts'
import { entry, typed } from './har-entries.ts'
import { file } from './har-files.ts'
import { document, graphOf, PAGE } from './har-graph.ts'

const sorted = (urls: readonly string[] | undefined): string[] =>
  [...new Set(urls)].map((url) => url.slice(PAGE.length)).toSorted()

const at = (line: number, column = 0) => ({
  _initiator: { type: 'parser', url: PAGE, lineNumber: line, columnNumber: column },
})

/** Asked for at 240 ms by a script within the document, of which the innermost call is in another file. */
const inlineData = (place: { line: number; column?: number } | null) => {
  const frame = place === null ? {} : { lineNumber: place.line, columnNumber: place.column ?? 0 }
  const stack = { callFrames: [{ url: PAGE, ...frame }] }
  return entry(
    `${PAGE}x.json`,
    { startMs: 240 },
    { ...typed('application/json'), _initiator: { type: 'script', stack } },
  )
}

/** The style sheet comes last, and is the first in the document. */
const FILES = [
  document,
  file('a.css', 230, 'text/css', at(1)),
  file('1.js', 200, 'text/javascript', at(2, 10)),
  file('2.js', 210, 'text/javascript', at(2, 90)),
  file('3.js', 220, 'text/javascript', at(9)),
]

const waitsOf = (files: readonly object[], place: { line: number; column?: number } | null): string[] =>
  sorted(parentUrls(graphOf([...files, inlineData(place)]))[`${PAGE}x.json`])

test('what a script within the document asks for waits for the scripts and style sheets before it there', () => {
  assert.deepEqual(waitsOf(FILES, { line: 5 }), ['', '1.js', '2.js', 'a.css'])
  assert.deepEqual(waitsOf(FILES, { line: 2, column: 50 }), ['', '1.js', 'a.css'])
  assert.deepEqual(waitsOf(FILES, { line: 20 }), ['', '1.js', '2.js', '3.js', 'a.css'])
})

test('it does not wait for an asynchronous script, nor for one that had not come', () => {
  const isAsync = { _initialPriority: 'Low' }
  const [, style] = FILES
  const files = [
    document,
    style ?? {},
    file('1.js', 200, 'text/javascript', { ...at(2), ...isAsync }),
    file('2.js', 400, 'text/javascript', at(3)),
  ]
  assert.deepEqual(waitsOf(files, { line: 5 }), ['', 'a.css'])
})

test('where nobody knows its place it waits for the last that had come', () => {
  assert.deepEqual(waitsOf(FILES, null), ['', 'a.css'])
})
