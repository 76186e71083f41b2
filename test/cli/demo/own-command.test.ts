import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { OwnCommand } from '../../../cli/demo/own-command.ts'
import { EXIT } from '../../../cli/exit/exit-codes.ts'

test('a command that prints something has printed; its exit code is its own', async () => {
  const command = new OwnCommand(['--version'])
  assert.equal(await command.printed(), true)
  assert.equal(await command.ended, EXIT.ok)
})

test('a command that fails before it prints has not', async () => {
  const command = new OwnCommand(['serve', '--web', join(import.meta.dirname, 'absent')])
  assert.equal(await command.printed(), false)
  assert.equal(await command.ended, EXIT.noInput)
})
