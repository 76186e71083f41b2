import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectLines } from '../../../cli/lab/lab-effects-text.ts'
import { labReport } from '../../../cli/lab/lab-report.ts'
import { labReportLines } from '../../../cli/lab/lab-report-text.ts'
import { about, measuredCell } from './measured.ts'

const CELLS = [
  measuredCell(
    0,
    { page: 'a', rttMs: 20 },
    { h1: about(1_000), h2: about(500) },
    { wireLimitMs: { h1: 250, h2: 250 } },
  ),
  measuredCell(1, { page: 'a', rttMs: 100 }, { h1: about(2_000), h2: about(2_000).toReversed() }),
  measuredCell(2, { page: 'a', rttMs: 200 }, {}, { state: 'skipped', reason: 'no such link' }),
]
const REPORT = labReport(CELLS, { metric: 'plt_ms', baseline: 'h1', seed: 1 })
const RUN = { id: 4, name: 'mine', state: 'finished', seed: 12 } as const

test('an arm is summed up over its cells; the baseline has its efficiency alone', () => {
  const lines = labReportLines(RUN, REPORT, null)
  const h1 = lines.indexOf('h1')
  assert.deepEqual(lines.slice(h1, h1 + 3), ['h1', '  efficiency 0.25, geometric mean of 1 cell', ''])
  const h2 = lines.indexOf('h2')
  assert.match(
    lines[h2 + 2] ?? '',
    /^ {2}gain 1\.41 \(geometric mean of 2 cells; arithmetic 1\.50\), best 2\.00 in cell 0, worst 1\.00 in cell 1; ≥ 1 in 2, ≥ 2 in 1$/,
  )
})

test('gains of one server are not said to be the protocol’s; of several no such thing is said', () => {
  const note = /Measured on one server, towline: .* is not decided/
  assert.match(labReportLines(RUN, REPORT, null).join(' '), note)
  const both = ['towline', 'caddy'].map((server, cell) =>
    measuredCell(cell, { page: 'a', server }, { h1: about(1_000), h2: about(500) }),
  )
  const report = labReport(both, { metric: 'plt_ms', baseline: 'h1', seed: 1 })
  assert.doesNotMatch(labReportLines(RUN, report, null).join(' '), note)
})

test('an arm without a common round cannot be compared', () => {
  const report = labReport([measuredCell(0, {}, { h1: [], h3: about(1) })], {
    metric: 'plt_ms',
    baseline: 'h1',
    seed: 1,
  })
  assert.ok(labReportLines(RUN, report, null).includes('  cannot be compared with h1 in any cell'))
})

test('effects name factor, level, gain and effect; without any there are no lines', () => {
  const effects = REPORT.arms.find(({ arm }) => arm === 'h2')?.effects
  assert.ok(effects)
  const text = effectLines(effects, null).join('\n')
  assert.match(text, /\n {2}rttMs +20 +1 +2\.00 /)
  assert.deepEqual(effectLines({ factors: [], interactions: [], confounded: [] } as never, null), [])
  const confounded = effectLines({ ...effects, confounded: ['page'] }, null)
  assert.ok(confounded.includes('  page is confounded with the others'))
})

test('levels of factors that are not crossed are named as means, with what they are not crossed with', () => {
  const cells = [
    [2, 100, 1_000],
    [2, 10_000, 1_500],
    [8, 100, 500],
  ].map(([objects = 0, objectBytes = 0, ms = 0], cell) =>
    measuredCell(cell, { objects, objectBytes }, { h1: about(1_000), h2: about(ms) }),
  )
  const report = labReport(cells, { metric: 'plt_ms', baseline: 'h1', seed: 1 })
  const effects = report.arms.find(({ arm }) => arm === 'h2')?.effects
  assert.ok(effects)
  const text = effectLines(effects, null).join('\n')
  assert.match(text, /^\n {2}means, not main effects: the geometric mean of the conditions at each level/)
  assert.match(text, /\n {2}objectBytes +10000 +1 +0\.67 +\S+\n/)
  assert.match(
    text,
    /\n {2}objectBytes: not crossed with objects\n {2}objects: not crossed with objectBytes\n {2}Intervals over factors take rounds as independent/,
  )
  assert.doesNotMatch(text, / {2}main effects:|interactions:/)
  const narrow = effectLines(effects, 80).join('\n').split('\n')
  assert.ok(narrow.every((line) => [...line].length <= 80))
})

test('in 80 columns no line is longer, and no gain, interval, detectable difference or verdict is cut', () => {
  const text = labReportLines(RUN, REPORT, 80).join('\n')
  for (const line of text.split('\n')) assert.ok([...line].length <= 80, line)
  assert.match(text, /faster/)
  assert.match(text, /\d\.\d+–\d\.\d+/)
  assert.doesNotMatch(text, /\d…/)
})

test('cells with values of 0 have no gain, and the report says why and where their differences are', () => {
  const zeros = [measuredCell(0, { rttMs: 20 }, { h1: [0, 1, 0, 2, 0, 1], h2: [3, 4, 5, 3, 4, 5] })]
  const report = labReport(zeros, { metric: 'retransmissions', baseline: 'h1', seed: 1 })
  const text = labReportLines(RUN, report, null).join(' ').replaceAll(/\s+/g, ' ')
  assert.match(
    text,
    / 1 comparison without a gain: a value of retransmissions is 0, which has no ratio\. The Lab page and \/api\/v1\/lab\/runs\/4\/gains have differences instead\./,
  )
  assert.ok(!labReportLines(RUN, REPORT, null).join(' ').includes('without a gain'))
})
