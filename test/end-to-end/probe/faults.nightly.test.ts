import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagesOf, readBrowserSites, readSites } from '../../../lab/sandbox/site/sites.ts'
import type { FailureCode } from '../../../model/failure-codes.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { truthOf } from './page-truth.ts'
import { probeFolder } from './probe-folder.ts'
import { endsWell, type RecordedSample, readCampaign } from './recorded.ts'

const LEFT_OUT = [
  // Would fill gigabytes of memory before it crashes.
  'page-crash.test',
  // Redirects to a port that no survey follows it to, so that it is never probed.
  'hard-ports.test',
]
/** These ask to be left alone: invalid by their status, and parked. */
const STAY_AWAY = /^page-(429|403|503)\.test$/

/** A page without end reaches the limit of amount, or on a busy machine that of time. */
const AMOUNTS: readonly (FailureCode | null)[] = ['page_too_big', 'page_too_many_requests']
const TIMES = '|page_timeout|page_hung|http_body_timeout'

test('every page of the sandbox, good or bad, comes to what is true of it under each arm, and the campaign ends', {
  skip: noBrowser,
}, async () => {
  await using folder = await probeFolder()
  const sites = pagesOf([...readSites(), ...readBrowserSites()])
    .map(({ domain }) => domain)
    .filter((domain) => !LEFT_OUT.includes(domain))
  const flags = ['--arms', 'h1,h2,h3', '--rounds', '1', '--load-timeout', '6s', '--seed', '2']
  const run = folder.probe(['--sites', sites.join(','), ...flags])
  await endsWell(run)
  const { campaign, sites: recorded, samples } = await readCampaign(folder.database)
  assert.equal(campaign.state, 'finished')
  assert.deepEqual(recorded.map(({ domain }) => domain).sort(), sites.toSorted())
  const expected = ({ domain, arm }: RecordedSample): RegExp => {
    if (STAY_AWAY.test(domain)) return /^(http_status|parked)$/
    const { failure, h3Failure } = truthOf(domain)
    const wanted = arm === 'h3' ? (h3Failure ?? failure) : failure
    return new RegExp(`^(${wanted ?? 'valid'}${AMOUNTS.includes(wanted) ? TIMES : ''})$`)
  }
  assert.deepEqual(
    samples
      .filter((sample) => !expected(sample).test(sample.reason ?? sample.state))
      .map(({ domain, arm, state, reason, detail }) => `${domain} ${arm}: ${state} ${reason} ${detail}`),
    [],
  )
  // What is not loaded is reported, and nothing is loaded that is not there.
  for (const { domain, arms } of recorded) {
    const loaded = samples.filter((sample) => sample.domain === domain).map(({ arm }) => arm)
    assert.deepEqual(loaded.sort(), [...arms.applied].sort(), domain)
    assert.deepEqual([...arms.applied, ...Object.keys(arms.leftOut)].sort(), ['h1', 'h2', 'h3'], domain)
  }
  assert.deepEqual(await folder.leftovers(), [])
})
