import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { changingDecisions, laterThan } from '../cli/papers/changing-decisions.ts'
import { readKeptLoadRuns } from '../cli/papers/kept-load-runs.ts'
import { readKeptRuns } from '../cli/papers/read-kept-runs.ts'
import { decidingRuns } from '../cli/papers/statement-rows.ts'
import { OLDER_PAGES } from '../papers/findings/older-pages.ts'
import { RESULTS } from '../server/routes/papers.ts'
import { markdownLinks } from './citations.ts'
import { DOCUMENTS, textOf } from './documents/prose.ts'

const DOCS = join(import.meta.dirname, '../docs')
const decisions = changingDecisions(join(DOCS, 'decisions'))
const older = new Set(
  OLDER_PAGES.filter(({ name, measured }) => laterThan(decisions, name, measured).length > 0).map(
    ({ name }) => name,
  ),
)

test('no kept run that decides is older than a decision that changes it: measure it again or drop it', async () => {
  const runs = [
    ...[...decidingRuns(await readKeptRuns(RESULTS)).values()].map(({ kept }) => kept.facts),
    ...(await readKeptLoadRuns(RESULTS)).map(({ facts }) => facts),
  ]
  assert.ok(decisions.length > 5 && runs.length > 0)
  assert.deepEqual(
    runs.flatMap(({ plan, createdAt }) =>
      laterThan(decisions, plan, createdAt).map(({ id }) => `${plan} of ${createdAt} is older than ${id}`),
    ),
    [],
  )
})

test('decisions name plans, or pages whose samples are not kept', () => {
  const plans = ['lab/plans', 'lab/load/plans']
    .flatMap((folder) => readdirSync(join(DOCS, '..', folder)))
    .map((file) => file.replace('.yaml', ''))
  const known = new Set([...plans, ...OLDER_PAGES.map(({ name }) => name)])
  assert.deepEqual(
    decisions.flatMap(({ id, names }) =>
      names.filter((name) => !known.has(name)).map((name) => `${id}: ${name}`),
    ),
    [],
  )
  for (const { id, before } of decisions) assert.match(before, /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/, id)
  const marked = readdirSync(join(DOCS, 'decisions')).filter((file) =>
    readFileSync(join(DOCS, 'decisions', file), 'utf8').includes('**Changes results'),
  )
  assert.equal(marked.length, decisions.length)
})

test('a run is changed by a decision after it, not by one before', () => {
  const decision = { id: '1', names: ['quick'], before: '2026-11-28T12:00Z' }
  assert.deepEqual(laterThan([decision], 'quick', '2026-11-28T11:59:59.000Z'), [decision])
  assert.deepEqual(laterThan([decision], 'quick', '2026-11-28'), [decision])
  assert.deepEqual(laterThan([decision], 'quick', '2026-11-28T12:00:00.000Z'), [])
  assert.deepEqual(laterThan([decision], 'modern', '2026-11-22'), [])
})

test('pages whose samples are not kept say when they were measured', () => {
  for (const { name, measured } of OLDER_PAGES)
    assert.ok(readFileSync(join(DOCS, `results/${name}.md`), 'utf8').includes(measured), name)
})

test('the README cites no result that a later decision may have changed', () => {
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
