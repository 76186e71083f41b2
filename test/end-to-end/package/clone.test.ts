import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'node:test'

test('./towline of a clone runs from any folder', () => {
  const command = resolve(import.meta.dirname, '../../../towline')
  const said = execFileSync(command, ['lab', 'plan', '--list'], { cwd: '/', encoding: 'utf8' })
  assert.match(said, /quick/)
})
