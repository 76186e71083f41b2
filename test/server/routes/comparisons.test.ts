import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { comparisons as COMPARISONS } from '../../../figures/comparisons.ts'
import { figureCsv } from '../../../server/http/figure-csv.ts'
import { comparisons } from '../../../server/routes/comparisons.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

const site = (): { id: string; site: string } => ({ id: String(bench.fixture.campaignId), site: '0' })

test('every other arm is compared with h1 where no baseline is named', async () => {
  const answer = await bench.answer('comparisons', comparisons, site())
  assert.equal(answer.baseline, 'h1')
  assert.deepEqual(
    answer.rows.map(({ arm, verdict, n }) => [arm, verdict, n]),
    [
      ['h2', 'faster', 9],
      ['h3', 'faster', 9],
    ],
  )
  const { heading, rows } = figureCsv(COMPARISONS, answer)
  assert.equal(rows[0]?.[heading.indexOf('left_out')], 2)
  assert.equal(rows[0]?.[heading.indexOf('gain')], answer.rows[0]?.gain)
})

test('a baseline that is named turns the verdict around', async () => {
  const answer = await bench.answer('comparisons', comparisons, site(), { baseline: 'h2' })
  assert.deepEqual(answer.rows.map(({ arm, verdict }) => [arm, verdict])[0], ['h1', 'slower'])
})
