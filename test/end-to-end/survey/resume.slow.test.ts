import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rng } from '../../../stats/rng.ts'
import { crawlFolder } from '../../cli/prepare/sandbox-crawl.ts'
import { assertWhole, killSome } from './killed-crawl.ts'

const SITES = 60

test('a sandbox crawl that is killed, once its child and once itself, is finished by --resume as if nothing had been', async () => {
  await using folder = await crawlFolder()
  const flags = ['--sandbox-sites', String(SITES), '--concurrency', '8']
  const random = rng(1)
  for (const victim of ['child', 'parent'] as const) {
    await killSome(folder, [...flags, '--resume'], victim, Math.floor(1 + 10 * random()))
    assert.deepEqual(await folder.leftovers(), [], `after the ${victim} was killed`)
  }
  const last = folder.crawl([...flags, '--resume'])
  assert.deepEqual(await last.ended, { code: 0, signal: null }, last.stderr())
  assert.match(last.stderr(), /resuming survey 1\n/)
  await assertWhole(folder.database, SITES)
})
