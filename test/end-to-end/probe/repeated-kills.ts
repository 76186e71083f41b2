import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { rng } from '../../../stats/rng.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { assertWhole, flagsOf, type KilledCampaign, killSome } from './killed-campaign.ts'
import { probeFolder } from './probe-folder.ts'
import { endsWell, type Recorded, readCampaign } from './recorded.ts'
import { stopFirst } from './stopped-campaign.ts'

interface RepeatedKills extends KilledCampaign {
  readonly kills: number
}

/**
 * The campaign is stopped by Ctrl-C and then killed so often: its child and itself, so that either finds what the other
 * left.
 */
export function testRepeatedKills({ kills, ...campaign }: RepeatedKills): void {
  const { rounds } = campaign
  test(`a campaign that Ctrl-C stops and that is killed ${kills} times, its child and itself in turn, ends like an undisturbed one`, {
    skip: noBrowser,
  }, async (t: TestContext) => {
    await using folder = await probeFolder()
    const random = rng(11)
    const before: (Recorded | null)[] = [await stopFirst(folder, campaign)]
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = kill % 2 === 0 ? 'child' : 'parent'
      const moment = { samples: Math.floor(rounds * random()), ms: 300 * random() }
      before.push(await killSome(folder, flagsOf(campaign), victim, moment))
      assert.deepEqual(await folder.leftovers(), [], `after the ${victim} was killed`)
      // One that has ended before its kill leaves nothing to go on with.
      if (before.at(-1) === null) break
    }
    const done = before.map(
      (each) => each?.samples.filter(({ state }) => state !== 'pending').length ?? 'all',
    )
    t.diagnostic(`samples done at each kill: ${done.join(', ')}`)
    assert.ok(done.length >= kills / 2, `only ${done.length} kills`)
    if (!done.includes('all')) {
      const last = folder.probe([...flagsOf(campaign), '--resume'])
      await endsWell(last)
      assert.match(last.stderr(), /resuming campaign 1\n/)
    }
    await assertWhole(folder, campaign, before)
    // Ctrl-C costs no load, and a kill the one under way.
    const again = (await readCampaign(folder.database)).samples.filter(({ attempt }) => attempt > 1)
    assert.ok(again.length <= kills, `${again.length} samples were begun again`)
    assert.deepEqual(await folder.leftovers(), [])
  })
}
