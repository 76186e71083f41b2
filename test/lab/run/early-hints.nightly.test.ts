import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { readSamples } from '../../../db/campaign/samples.ts'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { PLAIN_ROWS } from '../../../server/figures/plain-rows.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { ranPlans } from './run-plan.ts'

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
  const ran = opened(() => ranPlans([PLAN], ['--no-capture']))

  test('every load is valid; those with a 103 asked for all that the document names, others for nothing', async () => {
    for (const { campaignId, factors } of await labCells(ran.db, 1)) {
      for await (const { arm, state, detail } of await readSamples(ran.db, campaignId ?? 0))
        assert.equal(state, 'valid', `${arm}: ${detail}`)
      const found = await metricValues(ran.db, campaignId ?? 0, 'hinted_requests', { site: 0 })
      const values = found.flatMap(({ value }) => value ?? [])
      const expected =
        factors.earlyHints === 'on' ? Array.from({ length: 2 * ROUNDS }, () => NAMED_FILES) : []
      assert.deepEqual(values, expected)
    }
  })

  test('the figure holds both levels of the same rounds against each other, for each protocol', async () => {
    const { rows } = await PLAIN_ROWS.earlyHints(ran.db, 1)
    assert.deepEqual(
      rows.map(({ arm, n, hinted }) => [arm, n, hinted]),
      [
        ['h2', ROUNDS, NAMED_FILES],
        ['h3', ROUNDS, NAMED_FILES],
      ],
    )
  })
})
