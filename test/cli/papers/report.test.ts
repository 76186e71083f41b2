import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { papersReport } from '../../../cli/papers/papers-report.ts'
import { RESULTS } from '../../../server/routes/papers.ts'
import { temporaryFolder } from '../towline.ts'

const PAGE = join(import.meta.dirname, '../../../docs/results/papers.md')

test('what is shown of kept samples is what they say (rewrite it with `towline papers report`)', async () => {
  const files = await papersReport(RESULTS, PAGE)
  assert.equal(files.length, 3)
  for (const [file, text] of files) assert.equal(await readFile(file, 'utf8'), text, file)
})

test('what people have written on the page stays when all else is made anew', async () => {
  await using folder = await temporaryFolder()
  await cp(RESULTS, join(folder.path, 'results'), { recursive: true })
  const page = join(folder.path, 'papers.md')
  const make = async (): Promise<string> => {
    const [, , [, text] = ['', '']] = await papersReport(join(folder.path, 'results'), page)
    await writeFile(page, text)
    return text
  }
  const first = await make()
  const noted = first.replace('Nothing yet.', '**Gains rise** with round trips.').replace('| 28 |', '| 99 |')
  await writeFile(page, noted)
  assert.equal(await make(), first.replace('Nothing yet.', '**Gains rise** with round trips.'))
})
