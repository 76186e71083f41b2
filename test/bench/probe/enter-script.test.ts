import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { writeEnterScript } from '../../../bench/probe/enter-script.ts'

test('every word of the command and of the script’s own arguments arrives as it was', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-enter-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'enter')
  const print = 'console.log(JSON.stringify(process.argv.slice(1)))'
  const words = [`it's`, '$HOME "x"', 'a\nb', '']
  await writeEnterScript(file, [process.execPath, '-e', print, '--', ...words])
  const { stdout } = await promisify(execFile)(file, ['--more=1 2', `'`])
  assert.deepEqual(JSON.parse(stdout), [...words, '--more=1 2', `'`])
})
