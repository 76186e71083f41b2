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
  rounds: 14,
} as const
const KILLS = 10

for (const [victim, seed] of [
  ['parent', 11],
  ['child', 12],
] as const) {
  test(`a campaign whose ${victim} is killed up to ${KILLS} times ends like an undisturbed one`, {
    skip: noBrowser,
  }, async (t) => {
    await using folder = await probeFolder()
    const random = rng(seed)
    const before: (Recorded | null)[] = []
    // One that has ended before its kill leaves nothing to go on with.
    while (before.length < KILLS && before.at(-1) !== null) {
      const moment = { samples: Math.floor(12 * random()), ms: 300 * random() }
      before.push(await killSome(folder, flagsOf(CAMPAIGN), victim, moment))
      assert.deepEqual(await folder.leftovers(), [])
    }
    const done = before.map(
      (each) => each?.samples.filter(({ state }) => state !== 'pending').length ?? 'all',
    )
    t.diagnostic(`samples done at each kill: ${done.join(', ')}`)
    assert.ok(done.length > KILLS / 3, `only ${done.length} kills`)
    if (!done.includes('all')) await endsWell(folder.probe([...flagsOf(CAMPAIGN), '--resume']))
    await assertWhole(folder, CAMPAIGN, before)
  })
}
