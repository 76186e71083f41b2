import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type FigureBar,
  type FigurePanelsData,
  figurePanelsChart,
} from '../../../web/charts/figure-panels.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'

const bar = (arm: string, change: Partial<FigureBar>): FigureBar => ({
  ...{ arm, value: 1, interval: null, n: 3, bound: null, compared: null },
  ...change,
})

const DATA: FigurePanelsData = {
  remarks: ['≥ and an open end: a lower bound, which gets no verdict (client busy: it was).'],
  panels: [
    {
      ...{ title: 'CPU per page', unit: 'ms' },
      bars: [
        bar('h1', { value: 22.6, interval: [21, 24.4] }),
        bar('h2', { value: 9.48, interval: [8.79, 10.2], compared: '0.42× HTTP/1.1: less' }),
      ],
    },
    {
      ...{ title: 'SLA users', unit: null },
      bars: [
        bar('h1', { value: 236, interval: [236, 295] }),
        bar('h2', { value: 412, bound: 'client busy' }),
      ],
    },
    {
      ...{ title: 'Memory per user', unit: 'kB' },
      bars: [bar('h1', { value: -2, interval: [-5, 1] }), bar('h2', { value: null, n: 0 })],
    },
  ],
}

const OPTIONS = { width: 1_000, title: 'Cost and capacity, towline' }

test('each panel has its own scale, and a bar below 0 ends at 0', () => {
  const { svg } = figurePanelsChart(DATA, OPTIONS)
  const [cpu, , memory] = marks(svg, 'figure-panel')
  assert.ok(cpu && memory)
  const [long, short] = marks(cpu, 'figure-bar').map((each) => attribute(each, 'width'))
  assert.ok(long && short && Math.abs(long / short - 22.6 / 9.48) < 0.01)
  const zero = attribute(marks(memory, 'axis-line')[0], 'x1')
  const [below] = marks(memory, 'figure-bar')
  assert.ok(Math.abs(attribute(below, 'x') + attribute(below, 'width') - zero) < 0.01)
})

test('a lower bound has an open end, ≥ and its reason, and no interval', () => {
  const { svg, readOut } = figurePanelsChart(DATA, OPTIONS)
  assert.equal(marks(svg, 'open').length, 1)
  assert.ok(texts(svg).includes('≥ 412, client busy'))
  assert.equal(marks(svg, 'whisker').length, 4)
  assert.equal(readOut?.stops[3]?.text, 'HTTP/2, SLA users: ≥ 412, client busy, a lower bound, 3 repetitions')
})

test('what is not known has no bar, and n says of how many repetitions the others are', () => {
  const { svg, note, table } = figurePanelsChart(DATA, OPTIONS)
  assert.equal(marks(svg, 'figure-bar').length, 5)
  assert.ok(texts(svg).includes('not known'))
  assert.match(note, /^n = 0 to 3 repetitions\. Lines and parentheses are 95 % intervals over repetitions\./)
  assert.deepEqual(table.rows[0], ['CPU per page (ms)', 'HTTP/1.1', 22.6, 21, 24.4, 3, null, null])
})

test('without an interval the note says what one needs; without a figure there is a reason', () => {
  const once = { remarks: [], panels: [{ title: 'A', unit: null, bars: [bar('h1', { n: 1 })] }] }
  assert.equal(
    figurePanelsChart(once, OPTIONS).note,
    'n = 1 repetition. An interval needs three repetitions.',
  )
  const bounds = {
    remarks: [],
    panels: [{ title: 'A', unit: null, bars: [bar('h1', { n: 3, interval: null })] }],
  }
  assert.equal(
    figurePanelsChart(bounds, OPTIONS).note,
    'n = 3 repetitions. Lower bounds, and figures with a repetition at 0, have no interval.',
  )
  const none = figurePanelsChart({ remarks: [], panels: [] }, OPTIONS)
  assert.equal(none.readOut, null)
  assert.match(none.summary, /None of these figures is known/)
})

test('looks as stored', () => {
  matchesGolden('figure-panels.svg', figurePanelsChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('figure-panels-narrow.svg', figurePanelsChart(DATA, { ...OPTIONS, width: 343 }).svg)
})
