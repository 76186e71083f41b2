import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../cli/towline.ts'

test('whether a link can be emulated is found out without fetching or building anything', async () => {
  await using folder = await temporaryFolder()
  const cache = join(folder.path, 'cache')
  const script = join(import.meta.dirname, '../../scripts/setup-link.sh')
  const code = await new Promise((resolve) => {
    const env = { ...process.env, TOWLINE_CACHE: cache }
    const child = execFile('bash', [script, '--check', '--quiet'], { env })
    child.on('exit', resolve)
  })
  // The machine's kernel may have netem, or its PATH the program; this cache has nothing.
  assert.ok(code === 0 || code === 69, `exit code ${code}`)
  assert.ok(!existsSync(cache))
})
