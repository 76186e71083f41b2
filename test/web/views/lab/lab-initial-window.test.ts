import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LabInitialWindow, LabRunDetail } from '../../../../server/contract/contract.ts'
import { initialWindowBlock } from '../../../../web/views/lab/lab-initial-window.ts'
import { type Shown, showView } from '../shown-view.ts'

type Row = LabInitialWindow['rows'][number]

const row = (arm: Row['arm'], rttMs: number, largeWindow: number, change: Partial<Row> = {}): Row => ({
  ...{ smallCell: 0, largeCell: 1, factors: { page: 'single-25000', rttMs }, arm, fileBytes: 25_000 },
  ...{ smallWindow: 3, largeWindow, smallReadBack: [3], largeReadBack: [largeWindow], isReadBack: true },
  ...{ n: 8, smallMedianMs: 500, largeMedianMs: 400, gain: { value: 1.25, low: 1.2, high: 1.3 } },
  ...{ verdict: 'faster', expectedGain: 1.31 },
  ...change,
})

const curve = (arm: Row['arm'], rttMs: number, largeWindow: number, gains: number[]) => ({
  ...{ factors: { rttMs }, arm, smallWindow: 3, largeWindow, gains },
})

const ANSWER: LabInitialWindow = {
  ...{ labRunId: 1, needed: 6, leftOut: 0, curveBytes: [10_000, 50_000] },
  rows: [row('h2', 100, 10), row('h3', 100, 10), row('h2', 20, 10), row('h2', 100, 32)],
  curves: [
    curve('h2', 100, 10, [1, 1.2]),
    curve('h3', 100, 10, [1, 1.3]),
    curve('h2', 20, 10, [1, 1.1]),
    curve('h2', 100, 32, [1, 1.5]),
  ],
}

const FACTORS = [
  { name: 'initcwnd', values: [3, 10, 32] },
  { name: 'page', values: ['single-25000'] },
  { name: 'rttMs', values: [20, 100] },
]

const RUN: LabRunDetail = {
  ...{ id: 1, createdAt: '2026-11-21T03:00:00.000Z', finishedAt: null, state: 'finished', name: 'windows' },
  ...{ seed: 7, toolVersion: '0.1.0', versions: {}, cells: 4, vantages: [], recordings: 0, factors: FACTORS },
  ...{ plan: {}, measured: [], cellsList: [] },
}

async function shown(change: Partial<LabInitialWindow> = {}, search = ''): Promise<Shown> {
  return showView((context) => initialWindowBlock(context, RUN), {
    search,
    answers: { '/lab/runs/1/initial-window': { ...ANSWER, ...change } },
  })
}

test('each link has a figure of the gain over file sizes, the shortest round trip first', async () => {
  const { texts, text } = await shown()
  assert.deepEqual(texts('h3'), [
    'Gain of an initial window of 10 over 3, 20 ms round trip',
    'Gain of an initial window of 10 over 3, 100 ms round trip',
  ])
  // A line each in plot and key.
  assert.equal(texts('.line').length, 6)
  assert.match(text, /median page load time with the small window \/ with the large one/)
  assert.deepEqual(texts('th[scope=row]'), ['100', '100', '20'])
  assert.match(text, /HTTP\/2310310?8500 ms400 ms1\.25×1\.20–1\.301\.31×/)
})

test('which windows are compared is a choice, and stands in the address', async () => {
  const { pinned, choose, choices, texts } = await shown()
  assert.deepEqual(pinned, { windows: '10-3' })
  assert.deepEqual(texts('option'), ['10 in place of 3', '32 in place of 3'])
  choose('#windows', '32-3')
  assert.deepEqual(choices, [{ windows: '32-3' }])
  const other = await shown({}, 'windows=32-3')
  assert.deepEqual(other.texts('h3'), ['Gain of an initial window of 32 over 3, 100 ms round trip'])
})

test('windows that are not known have no gain, and few rounds no interval: both are said', async () => {
  const { text, texts } = await shown({
    leftOut: 2,
    rows: [
      row('h2', 100, 10, { n: 5, gain: { value: 1.25, low: null, high: null }, verdict: 'too few rounds' }),
      row('h3', 100, 10, { isReadBack: false, largeReadBack: null, gain: null }),
      row('h1', 100, 10, { isReadBack: false, largeReadBack: [4], gain: null }),
    ],
  })
  assert.match(text, /2 rows without a gain: that the windows were as asked for is not known\./)
  assert.match(text, /Too few: 1 row with fewer than 6 rounds of both\./)
  assert.match(text, /2 conditions left out: not measured, or with no other window\./)
  const cells = texts('td')
  assert.ok(cells.includes('yes'))
  assert.ok(cells.includes('no') && cells.includes('4'))
  assert.match(texts('figure').join(), /2 marks left out: no gain/)
})

test('pages of several files have a table alone', async () => {
  const rows = [row('h2', 100, 10, { fileBytes: null, factors: { page: 'cablelabs-a', rttMs: 100 } })]
  const { texts } = await shown({ rows, curves: [], curveBytes: [] })
  assert.deepEqual([texts('h3'), texts('th[scope=row]')], [[], ['CableLabs A']])
})

test('nothing to compare yet is said, and a run with one window has no such part', async () => {
  const { text } = await shown({ rows: [] })
  assert.match(
    text,
    /No two conditions that differ in nothing but their initial window have been measured yet/,
  )
  for (const values of [[10], [null, 10]]) {
    const run = { ...RUN, factors: [{ name: 'initcwnd', values }] }
    assert.equal((await showView((context) => initialWindowBlock(context, run))).text, '')
  }
})
