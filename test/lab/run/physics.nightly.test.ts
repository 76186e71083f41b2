import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harEntries } from '../../../crawler/metrics/har-entries.ts'
import { decodeArtifacts } from '../../../crawler/probe/load/artifact-codec.ts'
import { readArtifacts } from '../../../db/campaign/artifacts.ts'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { readSamples } from '../../../db/campaign/samples.ts'
import type { LabCellRow } from '../../../db/lab/lab-cells.ts'
import type { Arm } from '../../../model/arm.ts'
import { median } from '../../../stats/median.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { ranPlans } from './run-plan.ts'

const RTT_MS = 100
const PLAN = `
title: What is known beforehand
arms: [h1, h2, h3]
rounds: 3
pauseMs: 1
seed: 9
held: { congestionControl: cubic, initcwnd: 10, rateMbps: 20/10, rttMs: ${RTT_MS} }
conditions:
  - { page: empty }
  - { page: objects-100x1000 }
  - { page: single-3000000 }
`
const LOSS_PLAN = `
title: Loss
arms: [h1, h2]
rounds: 3
pauseMs: 1
seed: 9
held: { congestionControl: cubic, initcwnd: 10, rateMbps: 20/10, rttMs: ${RTT_MS}, lossFraction: 0.01 }
factors: { page: [objects-10x150000] }
`

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

describe('physics that is known beforehand', { skip }, () => {
  const ran = opened(() => ranPlans([PLAN, LOSS_PLAN], ['--no-capture']))

  const cellOf = (page: string): LabCellRow => {
    const cell = ran.cells.find(({ factors }) => factors.page === page)
    assert.ok(cell, page)
    return cell
  }
  const valuesOf = async (page: string, metric: string, arm: Arm): Promise<number[]> => {
    const points = await metricValues(ran.db, cellOf(page).campaignId ?? 0, metric, { site: 0 })
    return points.filter((point) => point.arm === arm).map(({ value }) => value ?? Number.NaN)
  }
  const medianOf = async (page: string, metric: string, arm: Arm): Promise<number> =>
    median(await valuesOf(page, metric, arm)) ?? Number.NaN
  /** The quickest request on a connection that was there already: from the first byte sent to the first one received. */
  const warmMs = async (page: string, arm: Arm): Promise<number> => {
    const waits: number[] = []
    for await (const { id, role, arm: sampleArm } of readSamples(ran.db, cellOf(page).campaignId ?? 0)) {
      if (role !== 'sample' || sampleArm !== arm) continue
      for (const { timings } of (
        harEntries(await decodeArtifacts(await readArtifacts(ran.db, id))) ?? []
      ).slice(1))
        waits.push((timings.send ?? 0) + timings.wait)
    }
    return Math.min(...waits)
  }

  test('an empty page comes two round trips after a warm connection’s answer by TCP and TLS 1.3, one by QUIC', async () => {
    for (const [arm, trips] of [
      ['h1', 2],
      ['h2', 2],
      ['h3', 1],
    ] as const) {
      // The quickest: on a busy machine the others wait for a processor.
      const more =
        Math.min(...(await valuesOf('empty', 'ttfb_ms', arm))) - (await warmMs('objects-100x1000', arm))
      assert.ok(Math.abs(more - trips * RTT_MS) <= 25, `${arm}: ${more} ms more`)
    }
  })

  test('a single large object takes its bytes at the link’s rate and slow start, within a tenth', async () => {
    const { wireLimitMs } = cellOf('single-3000000')
    for (const arm of ['h1', 'h2', 'h3'] as const) {
      // The quickest, as above: none is quicker than the limit.
      const leastMs = Math.min(...(await valuesOf('single-3000000', 'plt_ms', arm)))
      const ratio = leastMs / (wireLimitMs?.[arm] ?? Number.NaN)
      assert.ok(ratio >= 1 && ratio <= 1.1, `${arm}: ${ratio} of the limit`)
    }
  })

  test('with a hundred small objects far away HTTP/2 is more than twice as fast as HTTP/1.1', async () => {
    const [h1, h2] = [
      await medianOf('objects-100x1000', 'plt_ms', 'h1'),
      await medianOf('objects-100x1000', 'plt_ms', 'h2'),
    ]
    assert.ok(h1 / h2 > 2, `${h1} and ${h2} ms`)
  })

  test('with ten large objects and loss the six connections of HTTP/1.1 are faster than the one of HTTP/2', async () => {
    const [h1, h2] = [
      await medianOf('objects-10x150000', 'plt_ms', 'h1'),
      await medianOf('objects-10x150000', 'plt_ms', 'h2'),
    ]
    assert.ok(h1 < h2, `${h1} and ${h2} ms`)
  })
})
