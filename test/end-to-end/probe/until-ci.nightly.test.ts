import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../../lab/link/why-no-link.ts'
import { whyNoServer } from '../../lab/origin/running-server.ts'
import { runPlan } from '../../lab/run/run-plan.ts'
import { probeFolder } from './probe-folder.ts'
import { endsWell, readCampaign } from './recorded.ts'

const ROUNDS = 40

test('--until-ci stops a site when its gain is known well enough, and drops the rest of its rounds', {
  skip: noBrowser,
}, async () => {
  await using folder = await probeFolder()
  const flags = ['--arms', 'h1,h2', '--rounds', String(ROUNDS), '--until-ci', '100%', '--no-capture']
  await endsWell(folder.probe(['--sites', 'all-three.test', ...flags]))
  const { campaign, sites, samples } = await readCampaign(folder.database)
  assert.deepEqual([campaign.state, sites[0]?.state], ['finished', 'settled'])
  // Ten rounds are the first at which it is looked.
  assert.ok(samples.length >= 20 && samples.length < 2 * ROUNDS, `${samples.length} samples`)
  assert.ok(samples.every(({ state }) => state === 'valid'))
  const rounds = Math.max(...samples.map(({ round }) => round)) + 1
  assert.equal(samples.length, 2 * rounds, 'rounds are whole')
})

const PLAN = `
title: A page in two conditions
arms: [h1, h2, h3]
rounds: ${ROUNDS}
pauseMs: 1
seed: 4
held: { page: single-60000, rttMs: 40, congestionControl: cubic }
factors:
  initcwnd: [4, 16]
`

test('a cell of the lab ends when its gains are known well enough', {
  skip: noBrowser || whyNoLink() || (await whyNoServer('towline')),
}, async () => {
  await using folder = await runFolder()
  const run = await runPlan(folder, PLAN, ['--until-ci', '60%', '--no-capture'])
  assert.equal((await run.ended).code, 0, run.stderr())
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const cells = await db.query(
    `SELECT lab_cells.state AS state, count(*) AS samples FROM lab_cells
     JOIN samples ON samples.campaign_id = lab_cells.campaign_id AND samples.role = 'sample'
     GROUP BY cell, lab_cells.state`,
  )
  assert.equal(cells.length, 2)
  for (const { state, samples } of cells) {
    assert.equal(state, 'done')
    assert.ok(Number(samples) < 3 * ROUNDS, `${samples} samples`)
    // Of each arm as many: a cell ends between two rounds.
    assert.equal(Number(samples) % 3, 0)
  }
})
