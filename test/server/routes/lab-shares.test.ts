import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labShares as figure } from '../../../figures/lab-shares.ts'
import { figureCsv } from '../../../server/http/figure-csv.ts'
import { labShares } from '../../../server/routes/lab.ts'
import { type WrittenCell, writeLabRun } from '../../cli/lab/lab-run-database.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

let run: { id: string }

const loaded = (page: string, rttMs: number, network: number, compute: number): WrittenCell => ({
  factors: { page, rttMs },
  pltMs: { h1: [1_000, 1_000, 1_000, 1_000, null], h2: [500, 500, 500, 500, 500] },
  metrics: { path_network_share: network, path_compute_share: compute },
})

const bench = opened(handlerBench, async () => {
  const id = await writeLabRun(bench.writer, [
    loaded('graph:modern', 20, 0.7, 0.2),
    loaded('graph:modern', 100, 0.9, 0.05),
    loaded('graph:flat-modern', 20, 1, 0),
    // Loaded, but its critical path is not known.
    { ...loaded('graph:blocking', 20, 0, 0), metrics: {} },
    { factors: { page: 'graph:blocking', rttMs: 100 } },
  ])
  run = { id: String(id) }
})

test('shares are medians over the loads of all conditions, pages without dependencies by themselves', async () => {
  const { conditions, rows } = await bench.answer('labShares', labShares, run)
  assert.equal(conditions, 4)
  assert.deepEqual(
    rows.map(({ arm, withoutDependencies, conditions: found, n, leftOut }) => [
      ...[arm, withoutDependencies, found, n, leftOut],
    ]),
    [
      ['h1', false, 2, 8, 2 + 5],
      ['h2', false, 2, 10, 5],
      ['h1', true, 1, 4, 1],
      ['h2', true, 1, 5, 0],
    ],
  )
  const [h1, , flat] = rows
  // Half of the loads have 0.7, the others 0.9.
  assert.deepEqual(h1?.network, { value: 0.8, low: 0.7, high: 0.9 })
  assert.deepEqual(h1?.compute, { value: 0.125, low: 0.05, high: 0.2 })
  assert.deepEqual(flat?.network, { value: 1, low: null, high: null })
})

test('conditions can be chosen', async () => {
  const { rows, fixed } = await bench.answer('labShares', labShares, run, { 'fixed.rttMs': '100' })
  assert.deepEqual(fixed, { rttMs: 100 })
  assert.deepEqual(
    rows.map(({ arm, n, network }) => [arm, n, network?.value]),
    [
      ['h1', 4, 0.9],
      ['h2', 5, 0.9],
    ],
  )
})

test('loads by a browser have no critical path: they are left out, and nothing stands in their place', async () => {
  const answer = await bench.answer('labShares', labShares, { id: String(bench.fixture.labRunId) })
  assert.deepEqual(
    answer.rows.map(({ n, leftOut, network, compute }) => [n, leftOut, network, compute]),
    Array.from({ length: 3 }, () => [0, 24, null, null]),
  )
  const { heading, rows } = figureCsv(figure, answer)
  assert.equal(rows[0]?.[heading.indexOf('network')], null)
})
