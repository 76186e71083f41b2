import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { readSamples } from '../../../db/campaign/samples.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { runPlan } from './run-plan.ts'

const PLAN = `
title: Three hosts with an ORIGIN frame, with one address, and with neither
arms: [h2, h3]
rounds: 1
pauseMs: 250
held: { page: objects-20x1000, shards: 3, rttMs: 20 }
factors: { addresses: [each, one, origin] }
`

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

test('hosts that an ORIGIN frame of HTTP/3 names share a connection; over HTTP/2 none is sent', {
  skip,
}, async () => {
  await using folder = await runFolder()
  const run = await runPlan(folder, PLAN, ['--no-capture'])
  assert.equal((await run.ended).code, 0, run.stderr())
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  // A busy machine makes loads invalid, never of another number of connections.
  const connections = await Promise.all(
    (await labCells(db, 1)).map(async ({ factors, campaignId }) => {
      for await (const { arm, state, reason, detail } of await readSamples(db, campaignId ?? 0))
        assert.equal(state, 'valid', `${factors.addresses} under ${arm}: ${reason} (${detail})`)
      const points = await metricValues(db, campaignId ?? 0, 'connections', { site: 0 })
      const of = (arm: string) => [
        ...new Set(points.filter((one) => one.arm === arm).map(({ value }) => value)),
      ]
      return [factors.addresses, of('h2'), of('h3')]
    }),
  )
  assert.deepEqual(connections, [
    ['each', [3], [3]],
    ['one', [1], [1]],
    // The baseline is loaded in every cell.
    ['origin', [3], [1]],
  ])
})
