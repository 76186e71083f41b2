import assert from 'node:assert/strict'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { keyLogReader } from '../../../../crawler/probe/packets/keys.ts'
import { testFolder } from '../../../test-folder.ts'

test('the lines of a stretch of time are those that came after its beginning, whole ones only', async () => {
  const folder = testFolder()
  const file = join(folder, 'keys')
  const reader = keyLogReader(file)
  const fromStart = await reader.begin()
  assert.equal(await fromStart.read(), '')
  await appendFile(file, 'CLIENT_RANDOM a b\n')
  const second = await reader.begin()
  assert.equal(await second.read(), '')
  await appendFile(file, 'CLIENT_RANDOM c d\nCLIENT_RAN')
  assert.equal(await second.read(), 'CLIENT_RANDOM c d\n')
  await appendFile(file, 'DOM e f\n')
  assert.equal(await second.read(), 'CLIENT_RANDOM c d\nCLIENT_RANDOM e f\n')
  assert.equal(await fromStart.read(), 'CLIENT_RANDOM a b\nCLIENT_RANDOM c d\nCLIENT_RANDOM e f\n')
})

test('a key log that cannot be read is an error, not an empty one', async () => {
  await assert.rejects(keyLogReader('/dev/null/keys').begin(), { code: 'ENOTDIR' })
})
