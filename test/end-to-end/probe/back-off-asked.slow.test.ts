import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { argv } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { probeFolder } from './probe-folder.ts'
import { endsWell, readCampaign } from './recorded.ts'

test('a site that says 429 is waited for as long as it asks, and parked after three times; one that asks for long at once', {
  skip: noBrowser,
}, async () => {
  await using sandbox = await openSandbox()
  await using folder = await probeFolder()
  const sites = ['page-429.test', 'page-403.test', 'page-503.test', 'page-12.test']
  const run = folder.probeIn(sandbox, argv`--sites ${sites.join(',')} --arms h2 --rounds 4 --no-capture`)
  await endsWell(run)
  const { campaign, sites: recorded, all, samples } = await readCampaign(folder.database)
  assert.equal(campaign.state, 'finished')
  assert.deepEqual(
    recorded.map(({ domain, state, strikes }) => [domain, state, strikes]),
    [
      ['page-429.test', 'parked', 3],
      ['page-403.test', 'parked', 1],
      ['page-503.test', 'done', 0],
      ['page-12.test', 'done', 0],
    ],
  )
  assert.deepEqual(recorded[2]?.arms.leftOut, { h2: 'no answer in the survey: robots_unreachable' })
  const statesOf = (domain: string) =>
    samples.filter((sample) => sample.domain === domain).map(({ state, reason }) => reason ?? state)
  assert.deepEqual(statesOf('page-12.test'), ['valid', 'valid', 'valid', 'valid'])
  for (const domain of sites.slice(0, 2)) {
    // What was loaded was answered so; what was not is failed, since it was wanted and not had.
    const loaded = all.filter((sample) => sample.domain === domain && sample.startedAt !== null)
    assert.equal(loaded.length, domain === 'page-429.test' ? 3 : 1, domain)
    for (const { state, reason, status } of loaded)
      assert.deepEqual([state, reason, `page-${status}.test`], ['invalid', 'http_status', domain])
    const others = samples.filter((sample) => sample.domain === domain && sample.startedAt === null)
    for (const { state, reason } of others) assert.deepEqual([state, reason], ['failed', 'parked'])
    const [first = 0, ...later] = loaded.map(({ startedAt }) => Date.parse(startedAt ?? '')).sort()
    later.reduce((before, at) => {
      assert.ok(at - before >= 1_000, `${domain} was asked again after ${at - before} ms`)
      return at
    }, first)
  }
})
