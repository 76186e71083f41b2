import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labRun, labRuns } from '../../../server/routes/lab.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('a lab run has its factors with every level, and its cells as configured', async () => {
  const { labRunId, labCampaignId } = bench.fixture
  const { runs } = await bench.answer('labRuns', labRuns)
  assert.deepEqual(
    runs[0]?.factors.find(({ name }) => name === 'rttMs'),
    { name: 'rttMs', values: [20, 100, 200] },
  )
  const { cellsList, measured } = await bench.answer('labRun', labRun, { id: String(labRunId) })
  assert.deepEqual(
    cellsList.map(({ campaignId, configuredLink }) => [campaignId, configuredLink]),
    [20, 20, 100, 100, 200].map((rttMs, cell) => [cell < 4 ? labCampaignId : null, { rttMs }]),
  )
  assert.deepEqual(
    measured.find(({ metric }) => metric === 'plt_ms'),
    { metric: 'plt_ms', arms: ['h1', 'h2', 'h3'] },
  )
  assert.equal(
    measured.find(({ metric }) => metric === 'phase_ms.ssl'),
    undefined,
    'has no value',
  )
  await assert.rejects(bench.answer('labRun', labRun, { id: '99' }), { code: 'not_found' })
})
