import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { leftBehind } from '../../../scripts/image/clean-root.ts'

test('a process that still runs below the folder is found, until it has ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-left-'))
  try {
    assert.deepEqual(await leftBehind(folder), [])
    const child = spawn('cat', { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] })
    await once(child, 'spawn')
    assert.deepEqual(await leftBehind(folder), [`process ${child.pid}`])
    child.stdin?.end()
    await once(child, 'exit')
    assert.deepEqual(await leftBehind(folder), [])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a mount below the folder is found', async () => {
  const mounted = await leftBehind('/proc')
  assert.ok(mounted.includes('mount /proc'), mounted.join(', '))
})
