import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { readSamples } from '../../../db/campaign/samples.ts'
import type { Database } from '../../../db/connection/database.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { PLAIN_ROWS } from '../../../server/figures/plain-rows.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { runPlan } from './run-plan.ts'

const ROUNDS = 2
const NAMED_FILES = 8
const PLAN = `
title: A slow document with and without a 103
arms: [h2, h3]
rounds: ${ROUNDS}
pauseMs: 250
seed: 3
held: { page: thinking-1000, rttMs: 50 }
factors: { earlyHints: [off, on] }
`

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

describe('a document that takes a second, with and without a 103', { skip }, () => {
  let folder: RunFolder
  let db: Database
  before(async () => {
    folder = await runFolder()
    const run = await runPlan(folder, PLAN, ['--no-capture'])
    assert.equal((await run.ended).code, 0, run.stderr())
    db = await openDatabase({ url: folder.database, readOnly: true })
  })
  after(async () => {
    await db?.[Symbol.asyncDispose]()
    await folder?.[Symbol.asyncDispose]()
  })

  test('every load is valid; those with a 103 asked for all that the document names, others for nothing', async () => {
    for (const { campaignId, factors } of await labCells(db, 1)) {
      for await (const { arm, state, detail } of await readSamples(db, campaignId ?? 0))
        assert.equal(state, 'valid', `${arm}: ${detail}`)
      const found = await metricValues(db, campaignId ?? 0, 'hinted_requests', { site: 0 })
      const values = found.flatMap(({ value }) => value ?? [])
      const expected =
        factors.earlyHints === 'on' ? Array.from({ length: 2 * ROUNDS }, () => NAMED_FILES) : []
      assert.deepEqual(values, expected)
    }
  })

  test('the figure holds both levels of the same rounds against each other, for each protocol', async () => {
    const { rows } = await PLAIN_ROWS.earlyHints(db, 1)
    assert.deepEqual(
      rows.map(({ arm, n, hinted }) => [arm, n, hinted]),
      [
        ['h2', ROUNDS, NAMED_FILES],
        ['h3', ROUNDS, NAMED_FILES],
      ],
    )
  })
})
