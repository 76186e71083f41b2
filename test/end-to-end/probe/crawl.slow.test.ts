import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder, towline } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { readCampaign } from './recorded.ts'

test('the whole main job on the sandbox: survey, selection, and loads of what was selected under each arm', {
  skip: noBrowser,
}, async () => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'crawl.sqlite')
  const cache = join(import.meta.dirname, '../../../.cache/towline')
  const flags = ['--rounds', '1', '--select', '2', '--pause', '1ms', '--busy-limit', '1', '--no-capture']
  const { code, stdout, stderr } = await towline(
    ['crawl', '--sandbox', '--sandbox-sites', '20', ...flags, '--database', database, '--cache', cache],
    { cwd: folder.path },
  )
  assert.equal(code, 0, stderr)
  assert.ok(existsSync(database))
  const { campaign, sites, samples } = await readCampaign(database)
  assert.deepEqual([campaign.state, campaign.surveyId, sites.length], ['finished', 1, 2])
  assert.ok(samples.length >= 2)
  for (const { domain, arm, state } of samples) assert.notEqual(state, 'pending', `${domain} ${arm}`)
  for (const { domain } of sites) assert.ok(stdout.includes(domain), 'what came of it is shown')
  assert.match(stdout, /Campaign 1: 1 round, Chrom/)
})
