import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { probeFolder } from './probe-folder.ts'
import { endsWell, readCampaign } from './recorded.ts'

test('a site that says 503 without a time is asked again after one minute and after two more, then parked', {
  skip: noBrowser,
}, async () => {
  await using sandbox = await openSandbox()
  await using folder = await probeFolder()
  await endsWell(folder.probeIn(sandbox, ['--sites', 'status-503.test', '--arms', 'h2', '--rounds', '5']))
  const { sites, all } = await readCampaign(folder.database)
  assert.deepEqual([sites[0]?.state, sites[0]?.strikes], ['parked', 3])
  const loaded = all.filter(({ startedAt }) => startedAt !== null)
  const [first = 0, second = 0, third = 0] = loaded
    .map(({ startedAt }) => Date.parse(startedAt ?? ''))
    .sort((a, b) => a - b)
  assert.equal(loaded.length, 3)
  // The minute and the two, distinguished from the two and the four of the next strike.
  assert.ok(second - first >= 60_000 && second - first < 110_000, `${second - first} ms`)
  assert.ok(third - second >= 120_000 && third - second < 220_000, `${third - second} ms`)
})
