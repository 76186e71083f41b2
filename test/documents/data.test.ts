import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opened } from '../opened.ts'
import { csvCells } from '../server/served.ts'
import { assertShown, RUNNERS } from './data-answers.ts'
import { DOCUMENT, dataPlace, needsExport, SNIPPETS } from './data-snippets.ts'

const place = opened(() => dataPlace({ exported: false }))

test('docs/data.md has snippets in every language, and every block of code is one', () => {
  const languages = SNIPPETS.map(({ language, needs }) => needs ?? language)
  assert.deepEqual([...new Set(languages)], ['python', 'pandas', 'r', 'duckdb', 'sqlite', 'text'])
  assert.equal(SNIPPETS.length, DOCUMENT.match(/^```\w/gm)?.length)
})

SNIPPETS.forEach((snippet, index) => {
  if (needsExport(snippet)) return
  const { language, needs, question, code } = snippet
  const title = `snippet ${index + 1} of docs/data.md (${needs ?? language}, ${question}) says what the dashboard shows`
  const runner = RUNNERS[needs ?? language]
  if (runner !== undefined)
    test(title, { skip: runner.skip }, async () => {
      assertShown(place, snippet, await place.run(runner.program, runner.args(place.codeOf(snippet))))
    })
  if (language === 'text')
    test(title, async () => {
      const cells = csvCells(await place.gainsCsv())
      assertShown(place, snippet, [
        code
          .trim()
          .split('\n')
          .map((formula) => String(evaluate(formula, cells))),
      ])
    })
})

/** The two functions of a spreadsheet that docs/data.md uses. */
function evaluate(formula: string, cells: readonly (readonly string[])[]): number {
  const [, name, letter = '', from = '', wanted] =
    /^=(MEDIAN|COUNTIF)\(([A-Z])(\d+):\2\d+(?:,"(\w+)")?\)$/.exec(formula) ?? assert.fail(formula)
  const column = letter.charCodeAt(0) - 'A'.charCodeAt(0)
  const values = cells.slice(Number(from) - 1).map((row) => row[column] ?? '')
  if (name === 'COUNTIF') return values.filter((value) => value === wanted).length
  const sorted = values
    .filter((value) => value !== '')
    .map(Number)
    .sort((a, b) => a - b)
  const [low = Number.NaN, high = Number.NaN] = [(sorted.length - 1) >> 1, sorted.length >> 1].map(
    (i) => sorted[i],
  )
  return (low + high) / 2
}
