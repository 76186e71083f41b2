import assert from 'node:assert/strict'
import type { CampaignContext } from '../../../../crawler/probe/campaign/campaign-context.ts'
import { runCampaign } from '../../../../crawler/probe/campaign/run-campaign.ts'
import { campaignSizes } from '../../../../db/campaign/campaign-sizes.ts'
import { campaignById } from '../../../../db/campaign/campaigns.ts'
import { repeatedLoads } from '../../../../db/campaign/repeated-loads.ts'
import { onDatabase, one, samples, scheduled, scriptedCampaign, scriptedRun } from './campaign-context.ts'

/** The machine as a run measures it: others use all of it during these loads (warm-ups counted, from 1), else nothing. */
function busyDuring(loads: readonly number[]): Pick<CampaignContext, 'busyLimit' | 'cpuTimes'> {
  let [calls, busyMs, totalMs] = [0, 0, 0]
  const cpuTimes = () => {
    calls += 1
    // Each load is measured before and after.
    if (calls % 2 === 0) {
      totalMs += 1_000
      if (loads.includes(calls / 2)) busyMs += 1_000
    }
    return { busyMs, totalMs, groupMs: 0 }
  }
  return { busyLimit: 0.5, cpuTimes }
}

onDatabase(
  'rounds that a busy machine has spoilt are repeated with all arms, and what is reported says how many wait',
  async (db) => {
    const id = await scriptedCampaign(db, { rounds: 3 })
    // The first load is the browser’s warm-up.
    const run = scriptedRun(db, id, undefined, busyDuring([2]))
    assert.equal(await runCampaign(run.context), 'finished')
    const rows = await samples(db, id)
    const replaced = rows.filter(({ role }) => role === 'replaced')
    assert.equal(replaced.length, 2, 'both arms of the round')
    assert.ok(replaced.some(({ reason }) => reason === 'machine_busy'))
    const counted = await scheduled(db, id)
    assert.ok(counted.every(({ state }) => state === 'valid'))
    assert.equal(counted.length, 2 * 2 * 3)
    const taken = run.reports.filter(({ role }) => role === 'sample')
    assert.equal(taken.length, counted.length + replaced.length)
    const waiting = taken.map(({ repeats }) => repeats?.waiting)
    assert.deepEqual([...new Set(waiting)], [0, 2, 1])
    assert.deepEqual(
      taken
        .filter(({ repeats }) => (repeats?.repeatNo ?? 0) > 0)
        .map(({ site, round }) => [site.site, round]),
      replaced.map(({ site, round }) => [site, round]),
    )
  },
)

onDatabase(
  'no site is asked whether it is settled while one of its rounds waits to be repeated',
  async (db) => {
    const id = await scriptedCampaign(db, one)
    const asked: number[] = []
    const run = scriptedRun(db, id, undefined, {
      // A warm-up comes first: the first sample is spoilt twice.
      ...busyDuring([2, 3]),
      isSettled: async () => {
        asked.push((await scheduled(db, id)).filter(({ state }) => state === 'valid').length)
        return false
      },
    })
    assert.equal(await runCampaign(run.context), 'finished')
    assert.deepEqual(asked, [1, 2, 3])
  },
)

onDatabase(
  'a machine that stays busy ends the campaign unfinished, and what resumes it tries again',
  async (db) => {
    const id = await scriptedCampaign(db, one)
    const always = busyDuring(Array.from({ length: 100 }, (_, n) => n))
    const run = scriptedRun(db, id, undefined, always)
    assert.equal(await runCampaign(run.context), 'machine_busy')
    assert.equal(run.loads.length, 1 + 3 + 3, 'a warm-up, what was planned, and as many again')
    const campaign = await campaignById(db, id)
    assert.equal(campaign?.state, 'stopped')
    assert.equal((await campaignSizes(db, id))[0]?.lackingLoads, 3)
    const later = scriptedRun(db, id)
    assert.equal(await runCampaign(later.context), 'finished')
    assert.equal(later.loads.length, 1 + 3)
    assert.equal((await repeatedLoads(db, id))[0]?.samples, 6)
  },
)

onDatabase('between a round and its repeat the site has the gap that it has between rounds', async (db) => {
  const id = await scriptedCampaign(db, { ...one, rounds: 1 })
  const siteGapMs = 300
  const starts: number[] = []
  const answer = () => {
    starts.push(performance.now())
    return {}
  }
  await runCampaign(scriptedRun(db, id, answer, { ...busyDuring([2]), siteGapMs }).context)
  const [, first = 0, repeat = 0] = starts
  assert.ok(repeat - first >= siteGapMs)
})
