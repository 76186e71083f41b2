import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rng } from '../../../stats/rng.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { assertWhole, flagsOf, killSome } from './killed-campaign.ts'
import { probeFolder } from './probe-folder.ts'
import { endsWell, type Recorded } from './recorded.ts'

const CAMPAIGN = {
  sites: ['page-12.test', 'page-mixed.test', 'all-three.test'],
  arms: ['h1', 'h2', 'h3'],
  rounds: 8,
} as const
/** Each in turn, so that either finds what the other has left. */
const VICTIMS = ['child', 'parent', 'child', 'parent', 'child', 'parent'] as const

test(`a campaign that is killed ${VICTIMS.length} times, its child and itself in turn, ends like an undisturbed one`, {
  skip: noBrowser,
}, async (t) => {
  await using folder = await probeFolder()
  const random = rng(11)
  const before: (Recorded | null)[] = []
  for (const victim of VICTIMS) {
    const moment = { samples: Math.floor(8 * random()), ms: 300 * random() }
    before.push(await killSome(folder, flagsOf(CAMPAIGN), victim, moment))
    assert.deepEqual(await folder.leftovers(), [], `after the ${victim} was killed`)
    // One that has ended before its kill leaves nothing to go on with.
    if (before.at(-1) === null) break
  }
  const done = before.map((each) => each?.samples.filter(({ state }) => state !== 'pending').length ?? 'all')
  t.diagnostic(`samples done at each kill: ${done.join(', ')}`)
  assert.ok(done.length > VICTIMS.length / 2, `only ${done.length} kills`)
  if (!done.includes('all')) {
    const last = folder.probe([...flagsOf(CAMPAIGN), '--resume'])
    await endsWell(last)
    assert.match(last.stderr(), /resuming campaign 1\n/)
  }
  await assertWhole(folder, CAMPAIGN, before)
  assert.deepEqual(await folder.leftovers(), [])
})
