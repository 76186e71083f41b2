import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { rng } from '../../stats/rng.ts'
import { noBrowser } from '../crawler/probe/probe-browser.ts'
import { assertWhole, flagsOf, killSome } from './killed-campaign.ts'
import { probeFolder } from './probe-folder.ts'
import { allKeys, doneSamples, endsWell, keysOf, type Recorded, readCampaign } from './recorded.ts'

const CAMPAIGN = { sites: ['page-12.test', 'all-three.test'], arms: ['h1', 'h3'], rounds: 12 } as const

test('a campaign that is killed, once its child and once itself, is finished by --resume as if nothing had been', {
  skip: noBrowser,
}, async (t) => {
  await using folder = await probeFolder()
  const random = rng(1)
  const before: (Recorded | null)[] = []
  for (const victim of ['child', 'parent'] as const) {
    before.push(await killSome(folder, flagsOf(CAMPAIGN), victim, 2_000 + 1_500 * random()))
    assert.deepEqual(await folder.leftovers(), [], `after the ${victim} was killed`)
  }
  const done = before.map((each) => each?.samples.filter(({ state }) => state !== 'pending').length ?? 'all')
  t.diagnostic(`samples done at each kill: ${done.join(', ')}`)
  const last = folder.probe([...flagsOf(CAMPAIGN), '--resume'])
  await endsWell(last)
  assert.match(last.stderr(), /campaign 1 goes on\n/)
  await assertWhole(folder, CAMPAIGN, before)
  assert.deepEqual(await folder.leftovers(), [])
})

test('Ctrl-C lets the sample under way be finished, exits with 130, and --resume goes on', {
  skip: noBrowser,
}, async () => {
  await using folder = await probeFolder()
  const flags = ['--sites', 'page-12.test', '--arms', 'h2', '--rounds', '5']
  const run = folder.probe(flags)
  assert.ok(await run.until(async () => (await doneSamples(run, folder.database)) > 0), run.stderr())
  run.interrupt()
  assert.deepEqual(await run.ended, { code: 130, signal: null }, run.stderr())
  assert.match(run.stderr(), /stopped: campaign 1; --resume goes on with it\n/)
  assert.deepEqual(await folder.leftovers(), [])

  const stopped = await readCampaign(folder.database)
  assert.equal(stopped.campaign.state, 'stopped')
  const pending = stopped.samples.filter(({ state }) => state === 'pending')
  assert.ok(pending.length > 0 && pending.length < 5, `${pending.length} samples are pending`)
  assert.ok(pending.every(({ attempt }) => attempt === 0))

  const resumed = folder.probe([...flags, '--resume'])
  await endsWell(resumed)
  const { campaign, samples } = await readCampaign(folder.database)
  assert.deepEqual([campaign.id, campaign.state], [1, 'finished'])
  assert.deepEqual(keysOf(samples), allKeys([['h2']], 5))
  assert.ok(samples.every(({ attempt, state }) => attempt === 1 && state === 'valid'))
})

test('Ctrl-C in the pause before a load is no attempt at it', { skip: noBrowser }, async () => {
  await using folder = await probeFolder()
  const run = folder.probe([...['--sites', 'page-12.test', '--arms', 'h2', '--rounds', '3', '--pause', '5s']])
  assert.ok(await run.until(async () => (await doneSamples(run, folder.database)) > 0), run.stderr())
  // The next one is claimed before its pause is over.
  await sleep(500)
  run.interrupt()
  assert.deepEqual(await run.ended, { code: 130, signal: null }, run.stderr())
  const { samples } = await readCampaign(folder.database)
  assert.deepEqual(samples.map(({ state, attempt }) => [state, attempt]).sort(), [
    ['pending', 0],
    ['pending', 0],
    ['valid', 1],
  ])
})
