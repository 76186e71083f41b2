import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rng } from '../../../stats/rng.ts'
import { crawlFolder } from '../../cli/prepare/sandbox-crawl.ts'
import { assertWhole, killSome } from './killed-crawl.ts'

const SITES = 300
/** Each in turn, so that either finds what the other has left. */
const VICTIMS = ['child', 'parent', 'child', 'parent', 'child', 'parent'] as const

test(`a crawl of ${SITES} sites that is killed ${VICTIMS.length} times, its child and itself in turn, ends like an undisturbed one`, async (t) => {
  await using folder = await crawlFolder()
  const flags = ['--sandbox-sites', String(SITES), '--resume']
  const random = rng(11)
  const done: number[] = []
  for (const victim of VICTIMS) {
    done.push(await killSome(folder, [...flags, '--concurrency', '8'], victim, Math.floor(40 * random())))
    assert.deepEqual(await folder.leftovers(), [], `after the ${victim} was killed`)
  }
  t.diagnostic(`sites done at each kill: ${done.join(', ')} of ${SITES}`)
  const last = folder.crawl(flags)
  assert.deepEqual(await last.ended, { code: 0, signal: null }, last.stderr())
  assert.match(last.stderr(), /resuming survey 1\n/)
  await assertWhole(folder.database, SITES)
})
