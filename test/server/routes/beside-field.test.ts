import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagesByDomain } from '../../../db/campaign/campaign-pages.ts'
import { labBeside, labConditionsFor } from '../../../server/routes/field-lab.ts'
import { liveBeside } from '../../../server/routes/field-live.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('the newest live campaign that has the metric stands beside the field', async () => {
  const { context, fixture } = bench
  const pages = await pagesByDomain(context.db, 'site2.test')
  const live = await liveBeside(context, pages, 'plt_ms', undefined)
  assert.deepEqual([live?.campaignId, live?.site], [fixture.campaignId, 1])
  assert.equal(await liveBeside(context, pages, 'document_dns_ms', undefined), null)
  const lab = await pagesByDomain(context.db, 'a.lab.test')
  assert.equal(await liveBeside(context, lab, 'plt_ms', undefined), null, 'the lab is not live')
})

test('a page that was replayed without a browser is neither offered nor given', async () => {
  const { context, writer, fixture } = bench
  const before = await labConditionsFor(context.db, 'c.lab.test')
  assert.ok(before.every(({ campaignId }) => campaignId === fixture.labCampaignId))
  await writer.write((query) =>
    query("UPDATE campaigns SET source = 'graph' WHERE id = ?", [fixture.labCampaignId]),
  )
  assert.deepEqual(await labConditionsFor(context.db, 'c.lab.test'), [])
  await assert.rejects(labBeside(context, [], 'plt_ms', '1:2'), { code: 'not_found' })
})
