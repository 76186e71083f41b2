import assert from 'node:assert/strict'
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type MadeFile, papersReport } from '../../../cli/papers/papers-report.ts'
import { readKeptRuns } from '../../../cli/papers/read-kept-runs.ts'
import { decidingRuns, statementRows } from '../../../cli/papers/statement-rows.ts'
import { OLDER_PAGES } from '../../../papers/findings/older-pages.ts'
import { RESULTS_PAGES } from '../../../papers/findings/pages.ts'
import { entryReference, PAPERS } from '../../../papers/papers.ts'
import { RESULTS } from '../../../server/routes/papers.ts'
import { temporaryFolder } from '../towline.ts'

const DOCS = join(import.meta.dirname, '../../../docs/results')
const made = await papersReport(RESULTS, DOCS)

test('what is shown of kept samples is what they say (rewrite it with `towline papers report`)', async () => {
  for (const [file, text] of made) assert.equal(await readFile(file, 'utf8'), text, file)
})

test('every page and picture of docs/results is made of kept samples, or listed as older', async () => {
  const files = await readdir(DOCS, { recursive: true })
  const known = new Set([
    ...made.map(([file]) => file),
    ...OLDER_PAGES.map(({ name }) => join(DOCS, `${name}.md`)),
  ])
  const pictures = new Set(OLDER_PAGES.map(({ name }) => join(DOCS, `${name}.svg`)))
  assert.deepEqual(
    files
      .map((file) => join(DOCS, file))
      .filter((file) => /\.\w+$/.test(file) && !known.has(file) && !pictures.has(file)),
    [],
  )
})

test('the words of findings are of the verdicts that samples give (write them again where one has turned)', async () => {
  const rows = statementRows(decidingRuns(await readKeptRuns(RESULTS)))
  for (const { name, findings } of RESULTS_PAGES)
    for (const { title, statements } of findings)
      for (const [statement, verdicts] of Object.entries(statements)) {
        const own = rows.filter((row) => row.statement === statement)
        assert.deepEqual(
          own.map(({ verdict }) => verdict),
          verdicts,
          `${name}: ${title}: ${statement}`,
        )
      }
})

test('findings are of entries of their page’s papers, each entry of one finding at most', () => {
  const told = RESULTS_PAGES.flatMap(({ papers, findings }) => {
    const known = PAPERS.filter(({ id }) => papers.includes(id)).flatMap((paper) =>
      paper.entries.map((entry) => entryReference(paper, entry)),
    )
    const statements = findings.flatMap((finding) => Object.keys(finding.statements))
    assert.deepEqual(
      statements.filter((statement) => !known.includes(statement)),
      [],
    )
    return statements
  })
  assert.equal(new Set(told).size, told.length)
})

test('a page, its pictures and its findings are gone when its samples are', async () => {
  await using folder = await temporaryFolder()
  const results = join(folder.path, 'results')
  await cp(RESULTS, results, { recursive: true })
  await rm(join(results, 'initial-window-figure-3'), { recursive: true })
  const nameOf = ([file]: MadeFile): string => file.slice(file.lastIndexOf('/') + 1)
  const less = await papersReport(results, DOCS)
  assert.ok(made.map(nameOf).includes('cablelabs-figure-3.svg'))
  assert.ok(!less.map(nameOf).includes('cablelabs-figure-3.svg'))
  const [, index = ''] = less.find((file) => nameOf(file) === 'README.md') ?? []
  assert.match(index, /elkhatib\.md/)
  assert.doesNotMatch(index, /A window of ten saves most/)
})
