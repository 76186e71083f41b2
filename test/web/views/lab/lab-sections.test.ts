import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordCell } from '../../../../db/lab/lab-cells.ts'
import type { LabRun } from '../../../../server/contract/contract.ts'
import { cablelabsSection } from '../../../../web/views/lab/lab-cablelabs.ts'
import { labChoices } from '../../../../web/views/lab/lab-choices.ts'
import { conditionsBlock } from '../../../../web/views/lab/lab-conditions.ts'
import { labFigures } from '../../../../web/views/lab/lab-figures.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

async function run(): Promise<LabRun> {
  const { api } = await servedApi()
  const [found] = (await api.get('labRuns', '/lab/runs')).runs
  assert.ok(found)
  return found
}

test('a heat map has a cell for each pair of levels, lines a curve for each arm but the baseline', async () => {
  const { api } = await servedApi()
  const found = await run()
  const choices = labChoices(new URLSearchParams('x=rttMs&y=initcwnd&fixed.page=A'), found)
  const { texts } = await showView((context) => labFigures(context, found, choices), { api })
  assert.equal(texts('.in-cell').length, 6)
  assert.deepEqual(texts('.curve-label').slice(-2), ['HTTP/2', 'HTTP/3'])
})

test('a run that varied nothing has nothing to draw', async () => {
  const { api } = await servedApi()
  const found = { ...(await run()), factors: [] }
  const choices = labChoices(new URLSearchParams(), found)
  assert.match(
    (await showView((context) => labFigures(context, found, choices), { api })).text,
    /varied nothing/,
  )
})

test('CableLabs’ tables say which conditions they are from; a run without them says so', async () => {
  const { api } = await servedApi()
  const found = await run()
  const choices = labChoices(new URLSearchParams(), found)
  const { text } = await showView((context) => cablelabsSection(context, found, choices), { api })
  assert.match(text, /Gain of HTTP\/2 over HTTP\/1\.1 with an initial window of 3, in page load time/)
  assert.match(text, /n = 2 conditions; 1 cells of the run left out/)
  const path = `/lab/runs/${found.id}/cablelabs`
  const none = await showView((context) => cablelabsSection(context, found, choices), {
    answers: { [path]: { tables: [], summary: [], conditions: 0, skippedCells: 0 } },
  })
  assert.match(none.text, /This run has none of them/)
})

test('conditions stand as configured and as measured; efficiency needs a wire limit', async () => {
  const { server, freshApi } = await servedApi()
  const found = await run()
  const choices = labChoices(new URLSearchParams(), found)
  const blocks = () => showView((context) => conditionsBlock(context, found, choices), { api: freshApi() })
  assert.match((await blocks()).text, /No condition of this run has a wire limit/)
  const cell = { labRunId: found.id, cell: 0 }
  await recordCell(server.writer, cell, { wireLimitMs: { h1: 60, h2: 50, h3: 40 } })
  const { texts } = await blocks()
  assert.deepEqual(texts('.row-label'), ['HTTP/1.1', 'HTTP/2', 'HTTP/3'])
  assert.equal(texts('caption').length, 2)
})
