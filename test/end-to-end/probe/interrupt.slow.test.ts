import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { probeFolder } from './probe-folder.ts'
import { allKeys, doneSamples, endsWell, keysOf, readCampaign } from './recorded.ts'

const ROUNDS = 5

test('Ctrl-C lets the sample under way be finished, exits with 130, and --resume continues', {
  skip: noBrowser,
}, async () => {
  await using folder = await probeFolder()
  // Of so many rounds one is done: it is not over before it is stopped.
  const flags = ['--sites', 'page-12.test', '--arms', 'h2', '--rounds', String(ROUNDS), '--no-capture']
  const run = folder.probe(flags)
  assert.ok(await run.until(async () => (await doneSamples(run, folder.database)) > 0), run.stderr())
  run.interrupt()
  assert.deepEqual(await run.ended, { code: 130, signal: null }, run.stderr())
  assert.match(run.stderr(), /stopped: campaign 1; --resume continues it\n/)
  assert.deepEqual(await folder.leftovers(), [])

  const stopped = await readCampaign(folder.database)
  assert.equal(stopped.campaign.state, 'stopped')
  const pending = stopped.samples.filter(({ state }) => state === 'pending')
  assert.ok(pending.length > 0 && pending.length < ROUNDS, `${pending.length} samples are pending`)
  assert.ok(pending.every(({ attempt }) => attempt === 0))

  const resumed = folder.probe([...flags, '--resume'])
  await endsWell(resumed)
  const { campaign, samples } = await readCampaign(folder.database)
  assert.deepEqual([campaign.id, campaign.state], [1, 'finished'])
  assert.deepEqual(keysOf(samples), allKeys([['h2']], ROUNDS))
  assert.ok(samples.every(({ attempt, state }) => attempt === 1 && state === 'valid'))
})
