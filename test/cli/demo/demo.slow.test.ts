import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { runFolder } from '../run-folder.ts'
import { argv } from '../towline.ts'

test('a SIGTERM to the demo ends its server', async () => {
  await using folder = await runFolder()
  const data = join(folder.path, 'data')
  const demo = folder.start(['demo', '--recorded', '--port', '0', '--folder', data])
  assert.ok(await demo.until(() => demo.stdout().includes('towline serves')), demo.stderr())
  process.kill(demo.pid, 'SIGTERM')
  assert.deepEqual(await demo.ended, { code: 0, signal: null }, demo.stderr())
  assert.deepEqual(await folder.leftovers(), [])
})

test('a SIGTERM to the demo ends its server and the crawl, with all that the crawl has started', async () => {
  await using folder = await runFolder()
  const data = join(folder.path, 'data')
  const demo = folder.start(argv`demo --port 0 --folder ${data} --rounds 1 --sites 1`)
  const isCrawling = /survey 2: \d+ sites|no sandbox can be opened/
  assert.ok(await demo.says(isCrawling), demo.stderr())
  process.kill(demo.pid, 'SIGTERM')
  assert.deepEqual(await demo.ended, { code: 0, signal: null }, demo.stderr())
  assert.deepEqual(await folder.leftovers(), [])
})
