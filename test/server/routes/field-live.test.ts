import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pagesByDomain } from '../../../db/campaign/campaign-pages.ts'
import { liveBeside, readCurves, SHARES } from '../../../server/routes/field-live.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('the newest live campaign that has the metric stands beside the field', async () => {
  const { context, fixture } = bench
  const pages = await pagesByDomain(context.db, 'site2.test')
  const live = await liveBeside(context, pages, 'plt_ms', undefined)
  assert.deepEqual([live?.campaignId, live?.site], [fixture.campaignId, 1])
  assert.equal(await liveBeside(context, pages, 'document_dns_ms', undefined), null)
  const lab = await pagesByDomain(context.db, 'a.lab.test')
  assert.equal(await liveBeside(context, lab, 'plt_ms', undefined), null, 'the lab is not live')
})

test('each arm with a value has a quantile for each share', async () => {
  const { context, fixture } = bench
  const curves = await readCurves(context, { campaignId: fixture.campaignId, site: 0, metric: 'plt_ms' })
  assert.deepEqual(
    curves.map(({ arm, n, ms }) => [arm, n, ms.length]),
    [
      ['h1', 11, SHARES.length],
      ['h2', 10, SHARES.length],
      ['h3', 10, SHARES.length],
    ],
  )
})
