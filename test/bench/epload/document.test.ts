import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultsDocument } from '../../../bench/epload/document.ts'
import type { MeasuredRun, Results } from '../../../bench/epload/results.ts'
import { labReport } from '../../../cli/lab/lab-report.ts'
import type { MeasuredLabCell } from '../../../lab/run/measured-cells.ts'
import type { LabCdf, LabShares } from '../../../server/contract/contract.ts'
import { about, measuredCell } from '../../cli/lab/measured.ts'

const FACTS = {
  ...{ rounds: 6, pauseMs: 100, busyLimit: 1, plannedPages: 40, browserVersion: 'towline-load 1' },
  ...{ congestionControl: 'cubic', capture: 'tcpdump', wallMs: 600_000 },
  link: { rttMs: 100, downMbps: 10, upMbps: 10 },
}

/** 21 loads with 0 to 20 retransmissions. */
const CDF: LabCdf = {
  ...{ labRunId: 3, metric: 'retransmissions', fixed: {}, conditions: 40 },
  p: Array.from({ length: 201 }, (_, index) => index / 200),
  rows: [
    {
      ...{ arm: 'h1', conditions: 40, n: 21, leftOut: 3, mean: 10, band: 0.25 },
      ...{ p50: 10, p75: 15, p90: 18, p95: 19, max: 20 },
      zeroShare: { value: 1 / 21, low: 0.008, high: 0.23 },
      values: Array.from({ length: 201 }, (_, index) => index / 10),
    },
  ],
}

function measured(
  name: string,
  times: readonly MeasuredLabCell[],
  counts = times,
  shares: LabShares['rows'] = [],
): MeasuredRun {
  return {
    run: {
      ...{ id: 3, name, createdAt: '2026-11-23T11:00:00.000Z', seed: 1, toolVersion: '1', versions: {} },
      plan: { options: { only: { rttMs: '100' }, cells: 40 } },
    },
    facts: FACTS,
    times,
    retransmissions: counts,
    retransmissionCdf: CDF,
    shares: { labRunId: 3, fixed: {}, conditions: 2, rows: shares },
    report: labReport(times, { metric: 'plt_ms', baseline: 'h1', seed: 1 }),
  }
}

/** HTTP/2 is twice as fast without loss, and a little slower with it. */
const SWEEP = [0, 0.02].flatMap((lossFraction, index) =>
  Array.from({ length: 20 }, (_, n) =>
    measuredCell(
      20 * index + n,
      { lossFraction, objects: 2 ** (n % 5) },
      {
        h1: about(1_000),
        h2: about(lossFraction === 0 ? 500 : 1_250),
        h3: about(800),
      },
    ),
  ),
)
const COUNTS = SWEEP.map(({ cell, factors }) =>
  measuredCell(cell, factors, { h1: [4, 4], h2: [1, 2], h3: [0, 9] }),
)
const RESULTS: Results = {
  ...{ sweep: measured('epload', SWEEP, COUNTS), pages: null },
  ...{ baseline: 'h1', arms: ['h2', 'h3'], machine: 'two cores' },
}

test('the document says what was run, and that few rounds are first figures', () => {
  const text = resultsDocument(RESULTS).replaceAll('\n', ' ')
  assert.match(
    text,
    /`npm run towline -- lab run epload --only rttMs=100 --cells 40`, 2026-11-23: 40 conditions, 6 rounds, 720 valid loads, 0 left out\. \*\*First figures, of few rounds\.\*\*/,
  )
  assert.match(text, /\*\*The machine did other work meanwhile/)
  assert.match(text, /- Machine: two cores\./)
})

test('of a run that was stopped the document says how many of its conditions were measured', () => {
  const left = measuredCell(40, { lossFraction: 0, objects: 64 }, {})
  const text = resultsDocument({ ...RESULTS, sweep: measured('epload', [...SWEEP, left]) })
  assert.match(text.replaceAll('\n', ' '), /: 40 of 41 conditions, 6 rounds, /)
})

test('each statement of the paper has its finding, estimate, interval and n', () => {
  const lines = resultsDocument(RESULTS).split('\n')
  const row = (start: string): string =>
    lines.find((line) => line.startsWith(`| ${start}`)) ?? assert.fail(start)
  assert.match(
    row('its single connection'),
    /\| \*\*found again\*\*: 2\.50 \(2\.50–2\.50\), n = 40 \| \*\*undecided\*\*: 1\.00 \(1\.00–1\.00\), n = 40 \|$/,
  )
  assert.match(
    row('far fewer'),
    /\| \*\*found again\*\*: 2\.50 \(2\.50 to 2\.50\), n = 20 \| \*\*not found\*\*: −0\.50/,
  )
  // Number has no effect here, and nothing else than loss was varied.
  assert.match(row('it helps most with many'), /\| \*\*undecided\*\*: 1\.00/)
  for (const start of ['it helps most with small', 'round-trip time', 'rate', 'initial window'])
    assert.match(row(start), /\| not measured \| not measured \|$/)
  assert.match(row('the benefits'), /\| not measured \| not measured \|$/)
})

test('effects, trees, retransmissions and pages have their tables', () => {
  const text = resultsDocument(RESULTS)
  assert.match(text, /\| lossFraction \| 0 \| 20 \| 2\.00 \(/)
  assert.match(text, /\n· lossFraction ≤ 0: yes → faster \(n = 20\)\n/)
  assert.match(
    text,
    /\| HTTP\/1\.1 \| 21 \| 3 \| 5 % \(1 % to 23 %\) \| 10 \| 15 \| 18 \| 19 \| 20 \| ± 25 % \|/,
  )
  assert.match(text, /\| HTTP\/2 \| 0 \| 0 \| – \| – \| – \| – \| – \| – \| – \|/)
  assert.match(text, /\nNot measured yet\.\n/)
  const pages = measured('epload-pages', [
    measuredCell(
      0,
      { page: 'graph:modern', rttMs: 100 },
      { h1: about(1_000), h2: about(900), h3: about(800) },
    ),
    measuredCell(
      1,
      { page: 'graph:flat-modern', rttMs: 100 },
      { h1: about(800), h2: about(400), h3: about(400) },
    ),
  ])
  assert.match(
    resultsDocument({ ...RESULTS, pages }),
    /\| modern \| 100 \| – \| 1\.11 \| 2\.00 \| 1\.25 \| 2\.00 \|/,
  )
})

test('gains by factor that are means of other conditions say so', () => {
  const cells = [
    [2, 100, 1_000],
    [2, 10_000, 1_500],
    [8, 100, 500],
  ].flatMap(([objects = 0, objectBytes = 0, ms = 0], index) =>
    [0, 0.02].map((lossFraction, loss) =>
      measuredCell(
        2 * index + loss,
        { objects, objectBytes, lossFraction },
        { h1: about(1_000), h2: about(ms), h3: about(ms) },
      ),
    ),
  )
  const text = resultsDocument({ ...RESULTS, sweep: measured('epload', cells) })
  assert.match(text, /\| objectBytes \| 10000 \| 2 \| mean 0\.67 \(\S+\) \| mean 0\.67 \(\S+\) \|/)
  assert.match(text, /\| lossFraction \| 0\.02 \| 3 \| 1\.10 \(\S+\) \| 1\.10 \(/)
  assert.match(
    text.replaceAll('\n', ' '),
    /\*mean\*: the geometric mean of the conditions with this level instead/,
  )
})

test('shares of network and computation are of the pages with their dependencies', () => {
  const row = { arm: 'h1', conditions: 1, leftOut: 0, compute: null } as const
  const text = resultsDocument({
    ...RESULTS,
    pages: measured(
      'epload-pages',
      [],
      [],
      [
        {
          ...{ ...row, withoutDependencies: false, n: 7 },
          network: { value: 0.83, low: 0.8, high: 0.86 },
        },
        { ...row, withoutDependencies: true, n: 5, network: { value: 1, low: null, high: null } },
      ],
    ),
  })
  assert.match(text, /\| HTTP\/1\.1 \| 7 \| 83\.0 % \(80\.0 % to 86\.0 %\) \| – \|/)
  assert.match(text, /\| HTTP\/2 \| 0 \| – \| – \|/)
})
