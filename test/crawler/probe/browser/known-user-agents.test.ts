import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { recallNames, rememberNames } from '../../../../crawler/probe/browser/known-user-agents.ts'
import { testFolder } from '../../../test-folder.ts'

const run = promisify(execFile)
const MODULE = join(import.meta.dirname, '../../../../crawler/probe/browser/known-user-agents.ts')
const NAMES = { userAgent: 'Mozilla/5.0 HeadlessChrome/156.0.0.0', product: 'Chrome/156.0.8078.79' }

test('the names of a browser are kept in a file until its program is replaced', async () => {
  const folder = testFolder()
  const program = join(folder, 'chromium')
  await writeFile(program, 'first')
  assert.equal(await recallNames(program, folder), null)
  await rememberNames(program, NAMES, folder)
  assert.deepEqual(await recallNames(program, folder), NAMES)
  const files = await readdir(join(folder, 'user-agents'))
  assert.equal(files.length, 1)
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'user-agents', files[0] ?? ''), 'utf8')), NAMES)
  await writeFile(program, 'the second')
  assert.equal(await recallNames(program, folder), null)
})

test('another process reads them from the file, and asks where it says nothing', async () => {
  const folder = testFolder()
  const program = join(folder, 'chromium')
  await writeFile(program, 'first')
  await rememberNames(program, NAMES, folder)
  const [file = ''] = await readdir(join(folder, 'user-agents'))
  const otherFolder = join(folder, 'other')
  await rememberNames(program, NAMES, otherFolder)
  await writeFile(join(otherFolder, 'user-agents', file), '{"userAgent": 1}')
  const recalled = async (where: string): Promise<unknown> => {
    const code = `import { recallNames } from ${JSON.stringify(MODULE)}
      console.log(JSON.stringify(await recallNames(${JSON.stringify(program)}, ${JSON.stringify(where)})))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code])
    return JSON.parse(stdout)
  }
  assert.deepEqual(await recalled(folder), NAMES)
  assert.equal(await recalled(otherFolder), null)
})
