import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { RunOptions } from '../../../cli/options/run-options.ts'
import { openRunList } from '../../../cli/survey/survey-list.ts'
import { temporaryFolder } from '../towline.ts'

/** Opens a list of these lines; resolves to its size and what was said. */
async function opened(lines: readonly string[]): Promise<{ readonly size: number; readonly said: string[] }> {
  await using folder = await temporaryFolder()
  const list = join(folder.path, 'list.csv')
  await writeFile(list, lines.map((line) => `${line}\n`).join(''))
  const said: string[] = []
  const options = { list, cache: folder.path } as RunOptions
  const { size } = await openRunList(options, new AbortController().signal, (line) => void said.push(line))
  return { size, said: said.map((line) => line.replaceAll(folder.path, '.')) }
}

test('a good list is opened without a word', async () => {
  assert.deepEqual(await opened(['1,a.test', '2,b.test']), { size: 2, said: [] })
})

test('lines that are left out are counted, and the first five are shown with their reason', async () => {
  const { size, said } = await opened([
    '1,a.test',
    ...Array.from({ length: 7 }, (_, i) => `${i + 2},bad name ${i}`),
  ])
  assert.equal(size, 1)
  assert.match(said[0] ?? '', /list\.csv: 7 of 8 lines left out$/)
  assert.equal(said.length, 7)
  assert.match(said[1] ?? '', /^ {2}line 2: .*: 2,bad name 0$/)
  assert.equal(said.at(-1), '  and 2 more')
})
