import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labCells } from '../../../db/lab/lab-cells.ts'
import type { Arm } from '../../../model/arm.ts'
import { median } from '../../../stats/median.ts'
import { runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { runPlan } from './run-plan.ts'

const PLAN = `
title: Loss
arms: [h1, h2]
rounds: 3
pauseMs: 1
seed: 9
held: { congestionControl: cubic, initcwnd: 10, rateMbps: 20/10, rttMs: 100, lossFraction: 0.01 }
factors: { page: [objects-10x150000] }
`

test('with ten large objects and loss the six connections of HTTP/1.1 are faster than the one of HTTP/2', {
  skip: noBrowser || whyNoLink() || (await whyNoServer('towline')),
}, async () => {
  await using folder = await runFolder()
  const run = await runPlan(folder, PLAN, ['--no-capture'])
  assert.equal((await run.ended).code, 0, run.stderr())
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const [cell] = await labCells(db, 1)
  const points = await metricValues(db, cell?.campaignId ?? 0, 'plt_ms', { site: 0 })
  const medianMs = (arm: Arm): number =>
    median(points.flatMap((point) => (point.arm === arm ? (point.value ?? []) : []))) ?? Number.NaN
  assert.ok(medianMs('h1') < medianMs('h2'), `${medianMs('h1')} and ${medianMs('h2')} ms`)
})
