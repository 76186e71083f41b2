import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawlFolder } from '../prepare/sandbox-crawl.ts'

test('Ctrl-C while the sandbox is being opened ends it as well', async () => {
  await using folder = await crawlFolder()
  const crawl = folder.crawl(['--sandbox-sites', '40'])
  assert.ok(await crawl.says(/opening the sandbox/), crawl.stderr())
  crawl.interrupt()
  assert.deepEqual(await crawl.ended, { code: 130, signal: null }, crawl.stderr())
  assert.match(crawl.stderr(), /towline: stopped\n$/)
  assert.deepEqual(await folder.leftovers(), [])
})
