import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failuresPage, metricsPage, planSchemaFile } from '../cli/data/docs.ts'

/** Rewrites what is made from code. `test/docs.test.ts` and `test/lab/plan` fail where it is not up to date. */
const pages = {
  'docs/failures.md': failuresPage(),
  'docs/metrics.md': metricsPage(),
  'lab/plans/plan.schema.json': planSchemaFile(),
}
for (const [name, after] of Object.entries(pages)) {
  const page = join(import.meta.dirname, '..', name)
  const before = readFileSync(page, { encoding: 'utf8', flag: 'a+' })
  writeFileSync(page, after)
  console.log(before === after ? `${name} is up to date` : `${name} was rewritten`)
}
