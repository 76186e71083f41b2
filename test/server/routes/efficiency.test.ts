import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordCell } from '../../../db/lab/lab-cells.ts'
import { near, quantile, valuesOf } from '../app/expected.ts'
import { csvCells, served } from '../served.ts'

test('efficiency is the wire limit over the median, of the cells and arms that have both', async () => {
  await using server = await served()
  const { labRunId, labSamples } = server.fixture
  await recordCell(server.writer, { labRunId, cell: 1 }, { wireLimitMs: { h1: 120, h3: 60, http: 100 } })
  // Not measured: it has no samples.
  await recordCell(server.writer, { labRunId, cell: 4 }, { wireLimitMs: { h1: 120 } })
  const path = `/lab/runs/${labRunId}/efficiency`
  const { rows } = await server.answer('efficiency', path)
  assert.deepEqual(
    rows.map(({ cell, arm, n, limitMs }) => [cell, arm, n, limitMs]),
    [
      [1, 'h1', 6, 120],
      [1, 'h3', 6, 60],
    ],
  )
  for (const row of rows) {
    const medianMs = quantile(valuesOf(labSamples, 1, row.arm, 'plt_ms'), 0.5)
    near(row.medianMs, medianMs)
    near(row.efficiency, row.limitMs / medianMs)
    assert.equal(row.factors.rttMs, 20)
  }
  const table = csvCells(await (await server.get(`${path}?format=csv`)).text())
  assert.equal(table.length, 3)
  assert.deepEqual(table[0]?.slice(-4), ['n', 'median_ms', 'limit_ms', 'efficiency'])
})
