import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { FolderInUse, LOCK, lockFolder, lockNewFolder } from '../../../record/folder/folder-lock.ts'
import { testFolder } from '../../test-folder.ts'

const parent = testFolder()
let folder: string

const LOCKS = import.meta.resolve('../../../record/folder/folder-lock.ts')

/** A process that holds the lock of a folder until it is killed. */
async function holder(of: string) {
  const script = `const { lockFolder } = await import(${JSON.stringify(LOCKS)})
  await lockFolder(${JSON.stringify(of)})
  console.log('locked')
  setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('a folder is one process’s at a time, and free when that has ended, however it did', async (t) => {
  folder = await mkdtemp(join(parent, 'one-'))
  const other = await holder(folder)
  t.after(() => other.kill('SIGKILL'))
  await assert.rejects(lockFolder(folder), (error) => {
    assert.ok(error instanceof FolderInUse && error.exitCode === 75)
    assert.match(
      error.message,
      new RegExp(`^another towline records to this folder \\(process ${other.pid} on `),
    )
    return true
  })
  const ended = once(other, 'exit')
  other.kill('SIGKILL')
  await ended
  {
    await using _lock = await lockFolder(folder)
    await assert.rejects(lockFolder(folder), FolderInUse)
  }
  assert.deepEqual(await readdir(folder), [])
})

test('of many that find the lock of a killed process one gets the folder', async () => {
  folder = await mkdtemp(join(parent, 'many-'))
  const other = await holder(folder)
  const ended = once(other, 'exit')
  other.kill('SIGKILL')
  await ended
  const left = await readFile(join(folder, LOCK))
  // Two would get it now and then where its lock could be removed twice.
  for (let round = 0; round < 50; round += 1) {
    await writeFile(join(folder, LOCK), left)
    const tried = await Promise.allSettled(Array.from({ length: 40 }, () => lockFolder(folder)))
    const locks = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    assert.equal(locks.length, 1)
    await locks[0]?.[Symbol.asyncDispose]()
    assert.deepEqual(await readdir(folder), [])
  }
})

test('the lock of a folder that is not there stands beside it, and holds for it alone', async () => {
  folder = await mkdtemp(join(parent, 'beside-'))
  {
    await using _lock = await lockNewFolder(join(folder, 'a'))
    await assert.rejects(lockNewFolder(join(folder, 'a')), FolderInUse)
    await using _other = await lockNewFolder(join(folder, 'b'))
    await using _all = await lockFolder(folder)
  }
  assert.deepEqual(await readdir(folder), [])
})
