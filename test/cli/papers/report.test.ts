import assert from 'node:assert/strict'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { MadeFile } from '../../../cli/papers/made-file.ts'
import { papersReport } from '../../../cli/papers/papers-report.ts'
import { writeKeptRun } from '../../../cli/papers/write-kept-run.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labRunById } from '../../../db/lab/lab-runs.ts'
import type { PaperStatementRow } from '../../../figures/paper-statements.ts'
import { OLDER_PAGES } from '../../../papers/findings/older-pages.ts'
import { RESULTS_PAGES } from '../../../papers/findings/pages.ts'
import { entryReference, PAPERS } from '../../../papers/papers.ts'
import { RESULTS } from '../../../server/routes/papers.ts'
import { type WrittenCell, writeLabRun } from '../lab/lab-run-database.ts'
import { temporaryFolder } from '../towline.ts'

const DOCS = join(import.meta.dirname, '../../../docs/results')
const made = await papersReport(RESULTS, DOCS)

test('what is shown of kept samples is what they say (rewrite it with `towline papers report`)', async () => {
  for (const [file, text] of made) assert.equal(await readFile(file, 'utf8'), text, file)
})

test('no page that is made of kept samples is listed as older (take it out of papers/findings/older-pages.ts)', () => {
  const files = new Set(made.map(([file]) => file))
  assert.deepEqual(
    OLDER_PAGES.filter(({ name }) => files.has(join(DOCS, `${name}.md`))),
    [],
  )
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

test('the words of findings are of the verdicts that samples give (write them again where one has turned)', () => {
  const [, text = ''] = made.find(([file]) => file === join(RESULTS, 'statements.json')) ?? []
  const { rows } = JSON.parse(text) as { rows: PaperStatementRow[] }
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

test('a picture and a finding are gone when their samples are, and a page when all of its are', async () => {
  await using folder = await temporaryFolder()
  const results = join(folder.path, 'results')
  const textOf = (files: readonly MadeFile[], name: string): string | undefined =>
    files.find(([file]) => file === join(DOCS, name))?.[1]
  // All of one page, and few: each is decided anew.
  for (const plan of ['elkhatib-bandwidth', 'elkhatib-phases'])
    await cp(join(RESULTS, plan), join(results, plan), { recursive: true })
  const less = await papersReport(results, DOCS)
  for (const [name, isLeft] of [
    ['pictures/elkhatib-figure-4.svg', true],
    ['pictures/elkhatib-figure-8.svg', false],
    ['elkhatib.md', true],
    ['cablelabs.md', false],
  ] as const) {
    assert.notEqual(textOf(made, name), undefined, name)
    assert.equal(textOf(less, name) !== undefined, isLeft, name)
  }
  for (const name of ['README.md', 'elkhatib.md']) {
    assert.match(textOf(made, name) ?? '', /Shards take from the gain/)
    assert.match(textOf(less, name) ?? '', /Fast links gain a third/)
    assert.doesNotMatch(textOf(less, name) ?? '', /Shards take from the gain/)
  }
  assert.match(textOf(less, 'README.md') ?? '', /elkhatib\.md/)
})

const times = (ms: number): number[] => Array.from({ length: 8 }, (_, round) => ms + round)
const PLANS: Readonly<Record<string, readonly WrittenCell[]>> = {
  visits: [
    { factors: { page: 'a', visit: 'cold', rttMs: 100 }, pltMs: { h1: times(500), h2: times(500) } },
    { factors: { page: 'a', visit: 'zero-rtt', rttMs: 100 }, pltMs: { h1: times(400), h2: times(400) } },
  ].map((cell) => ({ ...cell, configuredLink: { rttMs: 100 } })),
  udp: [{ factors: { page: 'a', udp: 'dropped' }, pltMs: { h2: times(500), 'h3-altsvc': times(800) } }],
  handshakes: [1_000, 16_000].map((chainBytes) => ({
    factors: { page: 'a', chainBytes },
    pltMs: { h1: times(500), h2: times(chainBytes) },
  })),
  'early-hints': ['off', 'on'].map((earlyHints) => ({
    factors: { page: 'a', earlyHints },
    pltMs: { h2: times(500) },
    metrics: { hinted_requests: 8 },
  })),
  coalescing: [{ factors: { page: 'a', addresses: 'one' }, pltMs: { h1: times(500), h2: times(250) } }],
}

test('a kept run of a plan of no paper has a page with its figures, made of its samples alone', async () => {
  await using folder = await temporaryFolder()
  const results = join(folder.path, 'results')
  for (const [plan, cells] of Object.entries(PLANS)) {
    await using db = await openDatabase({ url: join(folder.path, `${plan}.db`) })
    const run = await labRunById(db, await writeLabRun(db, cells, { plan: { title: plan, rounds: 8 } }))
    assert.ok(run)
    await writeKeptRun(db, { ...run, name: plan }, results)
  }
  const pages = new Map(await papersReport(results, DOCS))
  const page = (plan: string): string => pages.get(join(DOCS, `${plan}.md`)) ?? assert.fail(plan)
  assert.match(
    page('visits'),
    /## Time saved by visits\n[\s\S]*HTTP\/2 +zero-rtt .* 8 +504 ms +404 ms +100 ms .* 1 +1 +100 %/,
  )
  assert.match(page('visits'), /!\[[^\]]*\]\(pictures\/visits-staircase\.svg\)/)
  assert.match(pages.get(join(DOCS, 'pictures/visits-staircase.svg')) ?? '', /^<svg [\s\S]*theory/)
  assert.match(page('udp'), /## Price of announcing HTTP\/3\n[\s\S]*dropped .* 300 ms/)
  assert.match(page('handshakes'), /## [^\n]*\n[\s\S]*16,000 .* 15\.0 s/)
  assert.match(page('early-hints'), /## Time saved by Early Hints\n[\s\S]*HTTP\/2 +8 +504 ms +504 ms +0 ms/)
  assert.doesNotMatch(page('coalescing'), /## Time saved/)
  assert.match(page('coalescing'), /addresses one.* 1\.99 /)
  assert.match(pages.get(join(DOCS, 'README.md')) ?? '', /\[visits\]\(visits\.md\)/)
})
