import assert from 'node:assert/strict'
import { flagsOf, type KilledCampaign } from './killed-campaign.ts'
import type { ProbeFolder } from './probe-folder.ts'
import { doneSamples, type Recorded, readCampaign } from './recorded.ts'

/**
 * Begins a campaign and presses Ctrl-C when a sample is done: the one under way is finished, and the rest waits untouched.
 * Resolves to what is recorded then.
 */
export async function stopFirst(folder: ProbeFolder, campaign: KilledCampaign): Promise<Recorded> {
  const run = folder.probe(flagsOf(campaign))
  assert.ok(await run.until(async () => (await doneSamples(run, folder.database)) > 0), run.stderr())
  run.interrupt()
  assert.deepEqual(await run.ended, { code: 130, signal: null }, run.stderr())
  assert.match(run.stderr(), /stopped: campaign 1; --resume continues it\n/)
  assert.deepEqual(await folder.leftovers(), [])
  const stopped = await readCampaign(folder.database)
  assert.equal(stopped.campaign.state, 'stopped')
  const pending = stopped.samples.filter(({ state }) => state === 'pending')
  assert.ok(
    pending.length > 0 && pending.length < stopped.samples.length,
    `${pending.length} samples are pending`,
  )
  assert.ok(pending.every(({ attempt }) => attempt === 0))
  return stopped
}
