import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failuresPage, metricsPage } from '../cli/docs.ts'

/** Rewrites the generated pages of docs/. `test/docs.test.ts` fails where they are not up to date. */
const pages = { 'failures.md': failuresPage(), 'metrics.md': metricsPage() }
for (const [name, after] of Object.entries(pages)) {
  const page = join(import.meta.dirname, '..', 'docs', name)
  const before = readFileSync(page, { encoding: 'utf8', flag: 'a+' })
  writeFileSync(page, after)
  console.log(before === after ? `docs/${name} is up to date` : `docs/${name} was rewritten`)
}
