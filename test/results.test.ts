import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { markdownLinks } from './citations.ts'
import { DOCUMENTS, textOf } from './documents/prose.ts'

const RESULTS = join(import.meta.dirname, '../docs/results')
const [, pagesPart = '', decisionsPart = ''] = readFileSync(join(RESULTS, 'README.md'), 'utf8').split('\n## ')

/** Cells of a table's rows, links as their text. */
function rowsOf(part: string): string[][] {
  const lines = part.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()),
  )
}

const pages = rowsOf(pagesPart).map(([name = '', measured = '', older = '']) => ({ name, measured, older }))
const decisions = rowsOf(decisionsPart).map(([id = '', of = '', changes = '']) => ({
  id,
  of,
  changes: changes.split(', '),
}))

test('every page of results says when it was measured, and which later decisions change it', () => {
  const files = readdirSync(RESULTS).filter((file) => file.endsWith('.md') && file !== 'README.md')
  assert.deepEqual(
    pages.map(({ name }) => `${name}.md`),
    files.toSorted(),
  )
  for (const { id, changes } of decisions)
    for (const name of changes) assert.ok(files.includes(`${name}.md`), `decision ${id} changes ${name}`)
  for (const { name, measured, older } of pages) {
    assert.match(measured, /^\d{4}-\d\d-\d\d$/, name)
    assert.ok(
      readFileSync(join(RESULTS, `${name}.md`), 'utf8').includes(measured),
      `${name} is of ${measured}`,
    )
    const later = decisions.filter(({ of, changes }) => changes.includes(name) && of >= measured)
    assert.equal(older, later.map(({ id }) => id).join(', ') || 'none', name)
  }
})

test('the README cites no result that a later decision may have changed', () => {
  const older = new Set(pages.filter(({ older }) => older !== 'none').map(({ name }) => name))
  const cited = markdownLinks().filter(({ file }) => file === 'README.md')
  assert.ok(cited.length > 10)
  assert.deepEqual(
    cited.flatMap(({ cited: link }) => {
      const [, name = ''] = /docs\/results\/([\w-]+)\.md/.exec(link) ?? []
      return older.has(name) ? [link] : []
    }),
    [],
  )
})

/** A measured figure: a number with its unit, or a gain. */
const FIGURE = /\d\s?(%|ms|s|[kMG]B|times|×)(?![\w])|gains? (of |is |are )?\d/
/** Dated records, and what was to be shown before anything was measured. */
const NOT_FINDINGS = /^(CHANGELOG\.md|docs\/(decisions|results)\/.+|docs\/papers\.md)$/

test('no other document gives a figure of a result that a later decision may have changed', () => {
  const older = new Set(pages.filter(({ older }) => older !== 'none').map(({ name }) => name))
  const found = DOCUMENTS.filter((file) => !NOT_FINDINGS.test(file)).flatMap((file) =>
    citingSentences(textOf(file), older)
      .filter((sentence) => FIGURE.test(sentence))
      .map((sentence) => `${file}: ${sentence}`),
  )
  assert.deepEqual(found, [])
})

test('a sentence that cites an old result is found by its figure, and one beside it is not', () => {
  const text =
    'It takes 3 ms.\nLoads of [a](results/a.md)\nhad 162 MB. See [b](b.md).\n\n| [a](results/a.md) | two pages |\n'
  const cited = citingSentences(text, new Set(['a']))
  assert.deepEqual(
    cited.map((sentence) => FIGURE.test(sentence)),
    [true, false],
  )
})

/** Sentences, and rows of tables, with a link to one of these pages of results. */
function citingSentences(text: string, names: ReadonlySet<string>): string[] {
  const sentences = text
    .split(/\n{2,}|\n(?=[|#-])/)
    .flatMap((block) => block.replaceAll('\n', ' ').split(/(?<=[.!?]) (?=\S)/))
  return sentences.filter((sentence) =>
    [...sentence.matchAll(/results\/([\w-]+)\.md/g)].some(([, name = '']) => names.has(name)),
  )
}
