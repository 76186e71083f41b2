import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { graphFiles } from '../../../../lab/graph/replay/graph-files.ts'
import { temporaryFolder } from '../../../cli/towline.ts'

test('the graphs of a folder are its own JSON files in the natural order of their names; a file is one', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, '3.json'))
  for (const name of ['10.json', '2.json', '1.txt', '1.json', '01.json'])
    await writeFile(join(folder.path, name), '')
  assert.deepEqual(
    graphFiles(folder.path).map((file) => basename(file)),
    ['01.json', '1.json', '2.json', '10.json'],
  )
  for (const path of [join(folder.path, '2.json'), join(folder.path, 'absent.json')])
    assert.deepEqual(graphFiles(path), [path])
})

test('a folder of none, or of very many, is refused', async () => {
  await using folder = await temporaryFolder()
  assert.throws(() => graphFiles(folder.path), { name: 'RangeError', message: /: no graph \(\*\.json\)/ })
  for (let n = 0; n < 100; n += 1) await writeFile(join(folder.path, `${n}.json`), '')
  assert.equal(graphFiles(folder.path).length, 100)
  await writeFile(join(folder.path, '100.json'), '')
  assert.throws(() => graphFiles(folder.path), { name: 'RangeError', message: /: 101 graphs .* than 100$/ })
})
