import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordCell } from '../../../../db/lab/lab-cells.ts'
import type { LabRunDetail } from '../../../../server/contract/contract.ts'
import { cablelabsSection } from '../../../../web/views/lab/lab-cablelabs.ts'
import { type LabChoices, labChoices } from '../../../../web/views/lab/lab-choices.ts'
import { cellWords, conditionsSection } from '../../../../web/views/lab/lab-conditions.ts'
import { efficiencyBlock } from '../../../../web/views/lab/lab-efficiency.ts'
import { labFigures } from '../../../../web/views/lab/lab-figures.ts'
import { retransmissionsBlock } from '../../../../web/views/lab/lab-retransmissions.ts'
import { sharesBlock } from '../../../../web/views/lab/lab-shares.ts'
import { treeBlock } from '../../../../web/views/lab/lab-tree.ts'
import { openServedApi } from '../served-api.ts'
import { type Shown, showView } from '../shown-view.ts'

/** One of these tests writes what the wire allows. */
const served = openServedApi()

async function run(): Promise<LabRunDetail> {
  const { server, freshApi } = await served
  return freshApi().get('labRun', `/lab/runs/${server.fixture.labRunId}`)
}

function chosen(found: LabRunDetail, search = ''): LabChoices {
  const choices = labChoices(new URLSearchParams(search), found)
  assert.ok(choices)
  return choices
}

async function figures(search = ''): Promise<Shown> {
  const { api } = await served
  const found = await run()
  return showView((context) => labFigures(context, found, chosen(found, search)), { api, search })
}

test('the finding is computed from the conditions that are shown, each with n and interval', async () => {
  const { texts, pinned } = await figures()
  assert.match(
    texts('.finding')[0] ?? '',
    /^HTTP\/2 in place of HTTP\/1\.1, gain in page load time: A 1\.2\d–1\.\d\d times \(faster in all 4 conditions\)\.$/,
  )
  assert.match(
    texts('.note')[0] ?? '',
    /^Faster in all 4 conditions\. Lowest: .*6 rounds\) for A, .*Highest: /,
  )
  assert.deepEqual(pinned, { x: 'rttMs' })
})

test('a heat map has a square for each condition, lines a curve for each arm but the baseline', async () => {
  const { texts } = await figures()
  assert.deepEqual([texts('.in-cell').length, texts('.in-cell-range').length], [4, 4])
  assert.deepEqual(texts('.curve-label'), ['HTTP/2', 'HTTP/3'])
})

test('levels and conditions without a value are not offered', async () => {
  const { texts, choose, choices } = await figures('fixed.initcwnd=10')
  // 200 ms was planned and not measured; page, rate, loss and shards were held.
  assert.deepEqual(texts('option'), [
    ...['round trip (ms)', 'initial window (segments)'],
    ...['each by itself', '3', '10', 'all together'],
  ])
  assert.equal(texts('.in-cell').length, 2)
  choose('#fixed-initcwnd', 'together')
  choose('#x', 'initcwnd')
  assert.deepEqual(choices, [{ 'fixed.initcwnd': 'together' }, { x: 'initcwnd', 'fixed.initcwnd': null }])
})

test('a metric with zeros has differences, and no lines of gains', async () => {
  const { texts } = await figures('metric=retransmissions')
  assert.deepEqual(texts('h3'), ['Difference in retransmissions, HTTP/2 against HTTP/1.1'])
  assert.match(texts('.finding')[0] ?? '', /^No difference between HTTP\/2 and HTTP\/1\.1 in retransmissions/)
  assert.deepEqual(texts('.in-cell'), ['0', '0', '0', '0'])
})

test('CableLabs’ tables say which conditions they are from', async () => {
  const { api } = await served
  const found = await run()
  const { text } = await showView((context) => cablelabsSection(context, found, chosen(found)), { api })
  assert.match(text, /Gain of HTTP\/2 over HTTP\/1\.1 with an initial window of 3, in page load time/)
  assert.match(text, /n = 2 conditions; 1 cell of the run left out/)
})

test('CableLabs’ tables are not offered where the run has not their conditions, or the metric is no time', async () => {
  const { api } = await served
  const found = await run()
  const shown = async (given: LabRunDetail, search = '') =>
    (await showView((context) => cablelabsSection(context, given, chosen(given, search)), { api })).text
  assert.equal(await shown(found, 'metric=har_bytes'), '')
  for (const name of ['initcwnd', 'page', 'upMbps'])
    assert.equal(
      await shown({ ...found, factors: found.factors.filter((one) => one.name !== name) }),
      '',
      name,
    )
  const path = `/lab/runs/${found.id}/cablelabs`
  const none = await showView((context) => cablelabsSection(context, found, chosen(found)), {
    answers: { [path]: { tables: [], summary: [], conditions: 0, skippedCells: 0 } },
  })
  assert.equal(none.text, '')
})

test('conditions are named by what was varied, and say once what all have in common', async () => {
  const found = await run()
  const { text, texts } = await showView(() => conditionsSection(found))
  assert.match(text, /The same in all of them: 10 Mbit\/s down, no loss, 1 shard, 1 Mbit\/s up\./)
  assert.ok(texts('th').includes('A, 20 ms round trip, initial window 3'))
  const bare = { cell: 7, factors: {} }
  assert.equal(cellWords({ factors: [] }, bare), 'no. 7')
})

test('efficiency is offered once a condition has a wire limit', async () => {
  const { server, freshApi } = await served
  const shown = async () => {
    const found = await run()
    return showView((context) => efficiencyBlock(context, found), { api: freshApi() })
  }
  assert.equal((await shown()).text, '')
  const cell = { labRunId: server.fixture.labRunId, cell: 0 }
  await recordCell(server.writer, cell, { wireLimitMs: { h1: 60, h2: 50, h3: 40 } })
  const { texts } = await shown()
  assert.deepEqual(texts('.row-label'), ['HTTP/1.1', 'HTTP/2', 'HTTP/3'])
})

test('a decision tree is a table of its nodes, with how often it is right', async () => {
  const found = await run()
  const path = `/lab/runs/${found.id}/tree`
  const answer = {
    ...{ labRunId: found.id, metric: 'plt_ms', arm: 'h2', baseline: 'h1', fixed: {}, pending: 0 },
    ...{ conditions: 40, leftOut: 2, needed: 30, folds: 10 },
    accuracy: { value: 0.8, low: 0.65, high: 0.9 },
    withoutTree: { value: 0.5, low: 0.35, high: 0.65 },
    rows: [
      {
        ...{ depth: 0, factor: null, atMost: null, equals: null, answer: null, isLeaf: false, n: 40 },
        ...{ verdict: 'faster', conditions: { faster: 20 } },
      },
      ...(['yes', 'no'] as const).map((answer) => ({
        ...{ depth: 1, factor: 'lossFraction', atMost: 0.005, equals: null, answer, isLeaf: true, n: 20 },
        ...{ verdict: answer === 'yes' ? 'faster' : 'slower', conditions: {} },
      })),
    ],
  }
  const shown = async (given: object, search = '') =>
    showView((context) => treeBlock(context, { ...found, cells: 40 }, chosen(found, search)), {
      answers: { [path]: given },
    })
  const { text, texts } = await shown(answer)
  assert.deepEqual(texts('th').slice(6), ['all conditions', 'loss ≤ 0.5 %', 'loss > 0.5 %'])
  assert.match(text, /n = 40 conditions; 2 conditions without a verdict left out/)
  assert.match(text, /right of 80\.0 % \(95 % interval 65\.0 % to 90\.0 %\) of the conditions/)
  const few = await shown({
    ...answer,
    conditions: 12,
    leftOut: 28,
    accuracy: null,
    withoutTree: null,
    rows: [],
  })
  assert.match(few.text, /Too few: 12 conditions with a verdict; 28 conditions without a verdict left out/)
  assert.equal((await shown(answer, 'metric=retransmissions')).text, '')
})

test('a run of fewer conditions than a tree needs has none', async () => {
  const { api } = await served
  const found = await run()
  const { text } = await showView((context) => treeBlock(context, found, chosen(found)), { api })
  assert.equal(text, '')
})

test('retransmissions have a curve of each protocol, or a sentence where there were none', async () => {
  const { api } = await served
  const found = await run()
  const none = await showView((context) => retransmissionsBlock(context, found), { api })
  assert.match(
    none.text,
    /No load sent a packet again: HTTP\/1\.1 n = \d+, HTTP\/2 n = \d+, HTTP\/3 n = \d+\./,
  )
  const answer = await api.get('labCdf', `/lab/runs/${found.id}/cdf`, { metric: 'plt_ms' })
  const some = await showView((context) => retransmissionsBlock(context, found), {
    answers: { [`/lab/runs/${found.id}/cdf`]: { ...answer, metric: 'retransmissions' } },
  })
  assert.deepEqual(some.texts('.curve-label'), ['HTTP/1.1', 'HTTP/2', 'HTTP/3'])
  assert.ok(some.texts('caption').includes('Retransmissions'))
  const without = { ...found, measured: found.measured.filter(({ metric }) => metric !== 'retransmissions') }
  assert.equal((await showView((context) => retransmissionsBlock(context, without), { api })).text, '')
})

test('shares of network and computation are a table, of pages with their dependencies and without', async () => {
  const found = await run()
  const graphs: LabRunDetail = {
    ...found,
    measured: [...found.measured, { metric: 'path_network_share', arms: ['h1', 'h2'] }],
  }
  const share = (value: number) => ({ value, low: value - 0.01, high: value + 0.01 })
  const row = { arm: 'h1', withoutDependencies: false, conditions: 4, n: 24, leftOut: 2 }
  const whole = { ...row, network: share(0.9), compute: share(0.05) }
  const flat = {
    ...row,
    withoutDependencies: true,
    network: { value: 1, low: null, high: null },
    compute: null,
  }
  const shown = (rows: readonly object[], given = graphs) =>
    showView((context) => sharesBlock(context, given), {
      answers: { [`/lab/runs/${found.id}/shares`]: { labRunId: found.id, fixed: {}, conditions: 4, rows } },
    })
  const both = await shown([whole, flat, { ...row, arm: 'h2', n: 0, network: null, compute: null }])
  assert.match(both.text, /Medians over all loads of 4 conditions,/)
  assert.deepEqual(both.texts('td'), [
    ...['as they are', '24', '2', '90.0 %', '89.0–91.0', '5.00 %', '4.00–6.00'],
    ...['cut', '24', '2', '100 %', '–', '–', '–'],
  ])
  assert.deepEqual((await shown([whole])).texts('td').slice(0, 3), ['24', '2', '90.0 %'])
  assert.equal((await shown([{ ...row, n: 0, network: null, compute: null }])).text, '')
  assert.equal((await shown([whole], found)).text, '')
})
