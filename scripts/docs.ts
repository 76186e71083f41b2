import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adviceSchemaFile } from '../advise/advice-document.ts'
import { checkSchemaFile } from '../cli/check/check-json.ts'
import { failuresPage, loadPlanSchemaFile, metricsPage, planSchemaFile } from '../cli/data/docs.ts'
import { figuresPage } from '../cli/data/figures-page.ts'
import { limitsPage } from '../cli/data/limits-page.ts'
import { papersPage } from '../cli/data/papers-page.ts'
import { dataSetPage } from '../cli/release/columns-page.ts'

/** Rewrites what is made from code. `test/docs.test.ts`, `test/lab/plan` and `test/lab/load/plan` fail where it is not up to date. */
const pages = {
  'docs/advise.schema.json': adviceSchemaFile(),
  'docs/check.schema.json': checkSchemaFile(),
  'docs/data-set.md': dataSetPage(),
  'docs/failures.md': failuresPage(),
  'docs/figures.md': figuresPage(),
  'docs/limits.md': limitsPage(),
  'docs/metrics.md': metricsPage(),
  'docs/papers.md': papersPage(),
  'lab/plans/plan.schema.json': planSchemaFile(),
  'lab/load/plans/plan.schema.json': loadPlanSchemaFile(),
}
for (const [name, after] of Object.entries(pages)) {
  const page = join(import.meta.dirname, '..', name)
  const before = readFileSync(page, { encoding: 'utf8', flag: 'a+' })
  writeFileSync(page, after)
  console.log(before === after ? `${name} is up to date` : `${name} was rewritten`)
}
