import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { readSamples } from '../../../db/campaign/samples.ts'
import type { LabCellRow } from '../../../db/lab/lab-cells.ts'
import type { Arm } from '../../../model/arm.ts'
import { VISIT_NAMES } from '../../../model/visit.ts'
import { PLAIN_ROWS } from '../../../server/figures/plain-rows.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { ranPlans } from './run-plan.ts'

/** A busy machine adds to a load what is no round trip: little of one that is so long. */
const RTT_MS = 200
const ROUNDS = 1
const TOLERANCE_ROUNDS = 0.6
const PLAN = `
title: Visits of a page of one document, which fills most of the initial window
arms: [h1, h2, h3, h3-altsvc]
rounds: ${ROUNDS}
pauseMs: 250
seed: 3
held: { page: single-10000, rttMs: ${RTT_MS} }
factors: { visit: [${VISIT_NAMES.join(', ')}] }
`

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

describe('visits over a link of 200 ms', { skip }, () => {
  const ran = opened(() => ranPlans([PLAN], ['--no-capture']))

  const cellOf = (visit: string): LabCellRow => {
    const cell = ran.cells.find(({ factors }) => factors.visit === visit)
    return cell ?? assert.fail(visit)
  }
  const shortestMs = async (visit: string, arm: Arm): Promise<number> => {
    const points = await metricValues(ran.db, cellOf(visit).campaignId ?? 0, 'ttfb_ms', { site: 0 })
    return Math.min(...points.flatMap((point) => (point.arm === arm ? (point.value ?? []) : [])))
  }

  test('every load is what its visit asks for, by the word of the server and the browser', async () => {
    for (const { campaignId, factors } of ran.cells)
      for await (const { arm, state, reason, detail } of await readSamples(ran.db, campaignId ?? 0))
        assert.equal(state, 'valid', `${factors.visit} under ${arm}: ${reason} (${detail})`)
  })

  const SAVED: readonly (readonly [visit: string, arm: Arm, rounds: number])[] = [
    ['resumed', 'h1', 0],
    ['resumed', 'h2', 0],
    ['resumed', 'h3', 0],
    ['zero-rtt', 'h1', 1],
    ['zero-rtt', 'h2', 1],
    ['zero-rtt', 'h3', 1],
    ['https-record', 'h3-altsvc', 1],
    ['alt-svc-second', 'h3-altsvc', 1],
    ['warm-cache', 'h1', 3],
    ['warm-cache', 'h2', 3],
    ['warm-cache', 'h3', 2],
  ]
  for (const [visit, arm, rounds] of SAVED)
    test(`${visit} saves ${rounds} round trips under ${arm}`, async () => {
      const savedMs = (await shortestMs('cold', arm)) - (await shortestMs(visit, arm))
      assert.ok(Math.abs(savedMs / RTT_MS - rounds) <= TOLERANCE_ROUNDS, `${savedMs} ms`)
    })

  test('the staircase has a row for each visit and arm, with the round trips of theory', async () => {
    const { rows } = await PLAIN_ROWS.staircase(ran.db, 1)
    assert.deepEqual(
      rows.map(({ visit, arm, expectedRoundTrips }) => [visit, arm, expectedRoundTrips]),
      rows.map(({ visit, arm }) => [
        visit,
        arm,
        SAVED.find((each) => each[0] === visit && each[1] === arm)?.[2] ?? 0,
      ]),
    )
    assert.equal(rows.length, SAVED.length + 1)
    assert.deepEqual(
      [...new Set(rows.map(({ n, verifiedShare }) => `${n} ${verifiedShare}`))],
      [`${ROUNDS} 1`],
    )
  })
})
