import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { writeEnterScript } from '../../../bench/probe/enter-script.ts'
import { testFolder } from '../../test-folder.ts'

test('every word of the command and of the script’s own arguments arrives as it was', async () => {
  const folder = testFolder()
  const file = join(folder, 'enter')
  const print = 'console.log(JSON.stringify(process.argv.slice(1)))'
  const words = [`it's`, '$HOME "x"', 'a\nb', '']
  await writeEnterScript(file, [process.execPath, '-e', print, '--', ...words])
  const { stdout } = await promisify(execFile)(file, ['--more=1 2', `'`])
  assert.deepEqual(JSON.parse(stdout), [...words, '--more=1 2', `'`])
})
