import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { failuresPage, metricsPage } from '../cli/data/docs.ts'
import { figuresPage } from '../cli/data/figures-page.ts'
import { limitsPage } from '../cli/data/limits-page.ts'
import { papersPage } from '../cli/data/papers-page.ts'
import { EXIT } from '../cli/exit/exit-codes.ts'
import { dataSetPage } from '../cli/release/columns-page.ts'
import { citations, citedPaths, exists, FILES, leadsSomewhere, markdownLinks, shown } from './citations.ts'

const page = (name: string) => readFileSync(join(import.meta.dirname, '..', 'docs', name), 'utf8')

test('docs/figures.md has the columns of every figure (rewrite it with `node scripts/docs.ts`)', () => {
  assert.equal(page('figures.md'), figuresPage())
})

test('docs/failures.md lists every failure code with its meaning (rewrite it with `node scripts/docs.ts`)', () => {
  assert.equal(page('failures.md'), failuresPage())
})

test('docs/metrics.md lists every metric with its definition (rewrite it with `node scripts/docs.ts`)', () => {
  assert.equal(page('metrics.md'), metricsPage())
})

test('docs/data-set.md lists every column of the data set (rewrite it with `node scripts/docs.ts`)', () => {
  assert.equal(page('data-set.md'), dataSetPage())
})

test('docs/papers.md lists every entry of the papers (rewrite it with `node scripts/docs.ts`)', () => {
  assert.equal(page('papers.md'), papersPage())
})

test('docs/limits.md lists every limit with its comment in the code (rewrite it with `node scripts/docs.ts`)', () => {
  assert.equal(page('limits.md'), limitsPage())
})

test('the exit codes of docs/architecture.md are those of the command', () => {
  const section = page('architecture.md').split('\n## Exit codes\n')[1] ?? ''
  assert.deepEqual(
    Array.from(section.matchAll(/^\| (\d+) \|/gm), ([, code]) => Number(code)),
    Object.values(EXIT).toSorted((a, b) => a - b),
  )
})

test('nothing tells anybody to run what a registry has by the name of towline', () => {
  // `npx towline` runs this checkout's command only inside it; elsewhere npm fetches another's package of that name.
  const root = join(import.meta.dirname, '..')
  const said = ['README.md', 'docs', 'cli', 'server', 'web', 'extension', 'scripts'].flatMap((place) =>
    (place.includes('.')
      ? [place]
      : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((name) => join(place, name))
    ).filter((name) => /\.(md|ts|sh|html|json)$/.test(name) && !/node_modules|dist\//.test(name)),
  )
  assert.ok(said.length > 300)
  const wrong = said.filter((name) =>
    /\b(npx|npm exec|npm (i|install)|bunx|pnpm dlx)( -\S+)* towline\b/.test(
      readFileSync(join(root, name), 'utf8'),
    ),
  )
  assert.deepEqual(wrong, [])
})

test('every safety rule that is cited is in docs/safety.md, and every rule there once', () => {
  const rules = [...page('safety.md').matchAll(/^\| ((?:P|CRW-|DB-|EXT-|ING-)\d+) \|/gm)].map(([, id]) => id)
  assert.equal(new Set(rules).size, rules.length)
  const cited = [
    ...citations(/\.(css|html|md|sh|ts)$/, /\b((?:CRW|DB|EXT|ING)-\d+)\b/g),
    ...citations(/\.(css|html|md|sh|ts)$/, /\bsafety\.md ([A-Z]+-?\d+)/g),
  ]
  assert.ok(cited.length > 150)
  assert.deepEqual(cited.filter(({ cited: id }) => !rules.includes(id)).map(shown), [])
})

test('no comment or document cites a document by a name in capitals that is no file', () => {
  const cited = [
    ...citations(/\.md$/, /\b(DESIGN|METHOD|SAFETY|STYLE)\b/g),
    ...citations(/\.(css|ts)$/, /^\s*(?:\/?\*|\/\/).*?\b(DESIGN|METHOD|SAFETY|STYLE)\b/g),
    ...citations(/\.(css|html|md|sh|ts)$/, /\b([A-Z]{4,}\.md)\b/g),
  ]
  assert.ok(cited.some(({ cited: name }) => name === 'README.md'))
  assert.deepEqual(cited.filter(({ cited: name }) => !FILES.includes(name)).map(shown), [])
})

test('every path that code or a document cites is there', () => {
  const cited = citedPaths().filter(({ cited: path }) => !path.includes('/dist/'))
  assert.ok(cited.length > 500)
  assert.deepEqual(cited.filter(({ cited: path }) => !exists(path)).map(shown), [])
})

test('every link of a document leads to a file, and to a heading of it', () => {
  const links = markdownLinks()
  assert.ok(links.length > 50)
  assert.deepEqual(links.filter(({ cited }) => !leadsSomewhere(cited)).map(shown), [])
})

test('every file that a document names without its folder is there', () => {
  const names = new Set(FILES.map((file) => file.split('/').at(-1)))
  const cited = citations(/\.md$/, /`([\w.-]+\.(?:ts|sh))`/g)
  assert.ok(cited.length > 10)
  assert.deepEqual(cited.filter(({ cited: name }) => !names.has(name)).map(shown), [])
})

test('docs/decisions/README.md lists every decision by its number and title, and each has a status', () => {
  const files = readdirSync(join(import.meta.dirname, '..', 'docs', 'decisions')).filter((name) =>
    /^\d{3}-/.test(name),
  )
  const titles = files.toSorted().map((name) => {
    const text = page(`decisions/${name}`)
    assert.match(text, /^\*\*Status\.\*\* \S/m, name)
    const title = /^# (\d{3}): (.+)$/m.exec(text)
    return [title?.[1], name, title?.[2]]
  })
  const rows = page('decisions/README.md').matchAll(/^\| \[(\d{3})\]\(([^)]+)\) \| (.+) \|$/gm)
  assert.deepEqual(
    Array.from(rows, ([, number = '', name, title]) => [number, name, title]).sort(
      ([a = ''], [b = '']) => Number(a) - Number(b),
    ),
    titles,
  )
})

test('docs/README.md leads to every document, and the index of results to every result', () => {
  const indexes = ['docs/README.md', 'docs/results/README.md']
  const linked = markdownLinks().flatMap(({ file, cited }) => (indexes.includes(file) ? [cited] : []))
  const documents = FILES.filter((file) => /^docs\/(?:results\/)?[\w-]+\.md$/.test(file))
  assert.deepEqual(
    documents.filter((file) => file !== 'docs/README.md' && !linked.includes(file)),
    [],
  )
})

test('every safety rule says why, where it is enforced, and which test holds it', () => {
  const rows = page('safety.md').matchAll(/^\| (?:P|CRW-|DB-|EXT-|ING-)\d+ \| (.+) \|$/gm)
  for (const [row, cells = ''] of rows) {
    const [rule, why, enforced, held = ''] = cells.split(' | ')
    assert.ok(rule && why && enforced, row)
    assert.match(held, /`test\/[\w./-]+\.test\.ts`|^operator$/, row)
  }
})
