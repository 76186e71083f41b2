import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failuresPage } from '../cli/docs.ts'

/** Rewrites the generated pages of docs/. `test/docs.test.ts` fails where they are not up to date. */
const page = join(import.meta.dirname, '..', 'docs', 'failures.md')
const before = readFileSync(page, { encoding: 'utf8', flag: 'a+' })
const after = failuresPage()
writeFileSync(page, after)
console.log(before === after ? 'docs/failures.md is up to date' : 'docs/failures.md was rewritten')
