import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignPages } from '../../../db/lab/lab-cells.ts'
import { createLabRun } from '../../../db/lab/lab-runs.ts'
import { labTree } from '../../../server/routes/lab-tree.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'
import { loadedCampaign } from '../loaded-campaign.ts'

const bench = opened(handlerBench)

const run = (): { id: string } => ({ id: String(bench.fixture.labRunId) })

test('of too few conditions there is no tree, and how many there are is told', async () => {
  const answer = await bench.answer('labTree', labTree, run())
  assert.deepEqual(
    [answer.arm, answer.conditions, answer.leftOut, answer.needed, answer.rows, answer.accuracy],
    ['h2', 4, 1, 30, [], null],
  )
  const fixed = await bench.answer('labTree', labTree, run(), { 'fixed.rttMs': '20' })
  assert.equal(fixed.conditions, 2)
  await assert.rejects(bench.answer('labTree', labTree, { id: '99' }), { code: 'not_found' })
})

test('the tree of a run names the factor that decides, where it does, and on how many conditions', async () => {
  const rtts = Array.from({ length: 40 }, (_, cell) => 10 + 10 * cell)
  const campaignId = await loadedCampaign(bench.writer, {
    domains: rtts.map((rttMs) => `rtt${rttMs}.lab.test`),
    share: ({ site, arm }) => (arm === 'h1' ? 1 : site < 20 ? 1.2 : 0.8),
  })
  const labRunId = await createLabRun(bench.writer, {
    createdAt: '2026-11-21T03:00:00.000Z',
    name: 'forty round trips',
    plan: { pages: ['A'] },
    seed: 7,
    toolVersion: '0.1.0',
    versions: {},
    cells: rtts.map((rttMs) => ({ factors: { page: 'A', rttMs }, configuredLink: { rttMs } })),
  })
  await bench.writer.write((query) =>
    assignPages(
      query,
      labRunId,
      campaignId,
      rtts.map((_, cell) => ({ cell, site: cell })),
    ),
  )
  const ask = () => bench.answer('labTree', labTree, { id: String(labRunId) }, { arm: 'h2', baseline: 'h1' })
  let answer = await ask()
  while (answer.pending > 0) answer = await ask()
  assert.deepEqual([answer.conditions, answer.leftOut], [40, 0])
  const question = { factor: 'rttMs', atMost: 200, equals: null }
  const leaf = { depth: 1, ...question, isLeaf: true, n: 20 }
  assert.deepEqual(answer.rows.slice(1), [
    { ...leaf, answer: 'yes', verdict: 'slower', conditions: { slower: 20 } },
    { ...leaf, answer: 'no', verdict: 'faster', conditions: { faster: 20 } },
  ])
  const [root] = answer.rows
  assert.deepEqual([root?.factor, root?.answer, root?.isLeaf, root?.n], [null, null, false, 40])
  // Without 200 ms among those it is grown from, a tree asks for 190 at most, and that condition is on the wrong side.
  assert.equal(answer.accuracy?.value, 39 / 40)
  assert.ok((answer.accuracy?.low ?? 1) < 39 / 40, 'the share has an interval')
  assert.ok((answer.withoutTree?.value ?? 1) <= 0.5)
})
