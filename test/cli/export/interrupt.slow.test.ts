import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { RECORDED } from '../../../cli/demo/recorded.ts'
import { createStaticFolder } from '../../../cli/export/static-folder.ts'
import { runFolder } from '../run-folder.ts'
import { temporaryFolder } from '../towline.ts'

test('an export that was killed is started over; Ctrl-C ends one and leaves no file of it', async () => {
  await using folder = await runFolder()
  await copyFile(RECORDED, folder.database)
  const command = ['export', '--static', join(folder.path, 'site'), '--database', folder.database]
  const parts = async () => (await readdir(folder.path)).filter((name) => name.startsWith('site'))
  const partial = join(folder.path, 'site.partial')
  const answers = join(partial, 'api/v1')
  const killed = folder.start(command)
  assert.ok(await killed.until(() => existsSync(answers)), killed.stderr())
  process.kill(killed.pid, 'SIGKILL')
  assert.deepEqual(await killed.ended, { code: null, signal: 'SIGKILL' })
  assert.deepEqual(await parts(), ['site.partial'])

  const stale = join(partial, 'stale.json')
  await writeFile(stale, '{}')
  const again = folder.start(command)
  const isStartedOver = () => !existsSync(stale) && existsSync(answers)
  assert.ok(await again.until(isStartedOver), again.stderr())
  again.interrupt()
  assert.deepEqual(await again.ended, { code: 130, signal: null }, again.stderr())
  assert.match(again.stderr(), /^(\d+ answers, .*\n)*towline: stopped\n$/)
  assert.deepEqual(await parts(), [])
})

test('a folder has its name only when all of it is written, and nothing of a killed export in it', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site')
  await mkdir(`${path}.partial`)
  // No process has this number.
  await writeFile(join(`${path}.partial`, '.towline-export'), '4194305')
  await writeFile(join(`${path}.partial`, 'half.json'), '{')
  {
    await using site = await createStaticFolder(path)
    await writeFile(join(site.partial, 'whole.json'), '{}')
    assert.deepEqual(await readdir(folder.path), ['site.partial'])
    await site.publish()
  }
  assert.deepEqual(await readdir(folder.path), ['site'])
  assert.deepEqual(await readdir(path), ['whole.json'])
})

test('an export does not touch what another one writes, nor a folder that is from none', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site')
  await using first = await createStaticFolder(path)
  await assert.rejects(createStaticFolder(path), /another export \(process \d+\)/)
  const mine = join(folder.path, 'mine')
  await mkdir(`${mine}.partial`)
  await writeFile(join(`${mine}.partial`, 'text.txt'), 'mine')
  await assert.rejects(createStaticFolder(mine), /from no export/)
  assert.deepEqual(await readdir(`${mine}.partial`), ['text.txt'])
  assert.deepEqual(await readdir(first.partial), ['.towline-export'])
})
