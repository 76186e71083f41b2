import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cablelabs, cablelabsCsv } from '../../../server/routes/cablelabs.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('the conditions that make the tables are counted, and the cells that do not', async () => {
  const id = String(bench.fixture.labRunId)
  const answer = await bench.answer('cablelabs', cablelabs, { id })
  // Each round-trip time with both initial windows is a condition; the fifth cell was not measured.
  assert.deepEqual([answer.conditions, answer.skippedCells], [2, 1])
  const cells = answer.tables.reduce((sum, table) => sum + table.cells.length, 0)
  assert.equal(cablelabsCsv(answer).rows.length, cells)
  // Most loads of a lab have no retransmission, and a ratio of medians of 0 is none.
  assert.ok(await bench.answer('cablelabs', cablelabs, { id }, { metric: 'retransmissions' }))
  await assert.rejects(bench.answer('cablelabs', cablelabs, { id: '99' }), { code: 'not_found' })
})
