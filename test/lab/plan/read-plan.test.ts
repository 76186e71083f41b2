import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { MANY_CELLS, parsePlan, readPlan } from '../../../lab/plan/read-plan.ts'
import { testFolder } from '../../test-folder.ts'
import { faults, HEAD, plan } from './plan-text.ts'

test('every combination of factors is a cell, the last factor changing fastest', () => {
  const { cells } = plan('held: {page: empty}', 'factors:', '  rttMs: [20, 100]', '  lossFraction: [0, 0.01]')
  assert.deepEqual(
    cells.map(({ factors }) => factors),
    [
      { page: 'empty', rttMs: 20, lossFraction: 0 },
      { page: 'empty', rttMs: 20, lossFraction: 0.01 },
      { page: 'empty', rttMs: 100, lossFraction: 0 },
      { page: 'empty', rttMs: 100, lossFraction: 0.01 },
    ],
  )
})

test('factors nest in the order of the file, whatever their order in tables', () => {
  const { cells } = plan('held: {page: empty}', 'factors: {lossFraction: [0, 0.01], rttMs: [20, 100]}')
  assert.deepEqual(
    cells.map(({ link }) => [link.lossDown, link.rttMs]),
    [
      [0, 20],
      [0, 100],
      [0.01, 20],
      [0.01, 100],
    ],
  )
})

test('conditions are combined with factors, further cells stand beside them over what is held', () => {
  const { cells } = plan(
    'held: {page: empty, queuePackets: 64}',
    'conditions:',
    '  - {rateMbps: 10/1, initcwnd: 3}',
    '  - {rateMbps: 20/2, initcwnd: 10}',
    'factors: {rttMs: [20, 100]}',
    'also:',
    '  - {page: modern, rttMs: [5, 10], queuePackets: 512}',
  )
  assert.deepEqual(
    cells.map(({ page, link: { downMbps, upMbps, rttMs, queuePackets }, initcwnd }) =>
      [page, downMbps, upMbps, rttMs, queuePackets, initcwnd].join(),
    ),
    [
      'empty,10,1,20,64,3',
      'empty,10,1,100,64,3',
      'empty,20,2,20,64,10',
      'empty,20,2,100,64,10',
      'modern,,,5,512,',
      'modern,,,10,512,',
    ],
  )
})

test('number and size of objects make a page, and are factors of their own', () => {
  const { cells } = plan('held: {objectBytes: 1000}', 'factors: {objects: [2, 64]}')
  assert.deepEqual(
    cells.map(({ page, factors }) => [page, factors]),
    [
      ['objects-2x1000', { objects: 2, objectBytes: 1000 }],
      ['objects-64x1000', { objects: 64, objectBytes: 1000 }],
    ],
  )
})

test('a plan without factors is one cell; of further cells alone, those', () => {
  assert.equal(plan('held: {page: empty}').cells.length, 1)
  assert.equal(plan('also: [{page: [empty, modern]}]').cells.length, 2)
})

test('a cell has every factor that the plan sets anywhere, with the level that it really has', () => {
  const { cells } = plan(
    'factors: {page: [empty]}',
    'also:',
    '  - {page: modern, profile: google-3g}',
    '  - {page: empty, rttMs: 5, lossFraction: 0.02, lossBurst: 4}',
  )
  assert.deepEqual(
    cells.map(({ factors }) => factors),
    [
      { page: 'empty', profile: null, rttMs: 0, lossFraction: 0, lossBurst: null },
      { page: 'modern', profile: 'google-3g', rttMs: 150, lossFraction: 0, lossBurst: null },
      { page: 'empty', profile: null, rttMs: 5, lossFraction: 0.02, lossBurst: 4 },
    ],
  )
})

test('the rest is as the machine, the server and the page have it', () => {
  const [cell] = plan('held: {page: modern}').cells
  const { factors, link, ...rest } = cell ?? assert.fail()
  assert.deepEqual(factors, { page: 'modern' })
  assert.deepEqual(link, {
    rttMs: 0,
    jitterMs: 0,
    downMbps: null,
    upMbps: null,
    lossDown: 0,
    lossUp: 0,
    queuePackets: 256,
    downTrace: null,
    upTrace: null,
  })
  assert.deepEqual(rest, {
    page: 'modern',
    shards: 3,
    addresses: 'each',
    priorities: 'off',
    earlyHints: 'off',
    slowStart: 'classic',
    server: 'towline',
    initcwnd: null,
    congestionControl: 'cubic',
    streams: null,
    thinkMs: 0,
    udp: 'open',
    keyExchange: null,
    chainBytes: null,
    certificateKey: 'ecdsa',
    visit: 'cold',
    arms: { applied: ['h1', 'h2'], leftOut: {} },
    skip: null,
  })
})

test('a profile is a link, of which a plan may set parts anew', () => {
  const [one, other] = plan('held: {page: empty, profile: google-3g}', 'factors: {rttMs: [10, 20]}').cells
  assert.deepEqual([one?.link.downMbps, one?.link.upMbps, one?.link.rttMs, other?.link.rttMs], [2, 1, 10, 20])
})

test('bursts keep the mean loss that is set', () => {
  const [cell] = plan('held: {page: empty, lossFraction: 0.02, lossBurst: 4}').cells
  assert.deepEqual(cell?.link.lossDown, {
    goodToBad: 0.02 / 4 / 0.98,
    badToGood: 0.25,
    lossInGood: 0,
    lossInBad: 1,
  })
  const [none] = plan('held: {page: empty, lossFraction: 0, lossBurst: 4}').cells
  assert.equal(none?.link.lossUp, 0)
})

test('the baseline is h1, else the first arm, else as it is named', () => {
  const baselineOf = (arms: string, ...more: string[]) =>
    parsePlan(['title: x', `arms: ${arms}`, 'rounds: 1', 'held: {page: empty}', ...more].join('\n'), 'x')
      .baseline
  assert.equal(baselineOf('[h2, h1]'), 'h1')
  assert.equal(baselineOf('[h3, h2]'), 'h3')
  assert.equal(baselineOf('[h1, h2]', 'baseline: h2'), 'h2')
})

test('more cells than that want a word more, and too many are none', () => {
  const lines = (levels: number) => [
    'held: {page: empty}',
    'factors:',
    `  rttMs: [${Array.from({ length: levels }, (_, index) => index)}]`,
    `  queuePackets: [${Array.from({ length: 50 }, (_, index) => index + 1)}]`,
  ]
  const text = (levels: number) => [...HEAD, ...lines(levels)].join('\n')
  assert.match(faults(() => plan(...lines(41))).join(), /^x.yaml:5: 2050 cells: say --yes to that many$/)
  assert.equal(plan(...lines(40)).cells.length, MANY_CELLS)
  assert.equal(parsePlan(text(41), 'x', { manyCells: true }).cells.length, 2_050)
  assert.match(
    faults(() => parsePlan(text(2_001), 'x', { manyCells: true })).join(),
    /^x:5: 100050 cells: at most 100000$/,
  )
})

test('a plan is read from its file, traces from beside it', async () => {
  const folder = testFolder()
  await mkdir(join(folder, 'mine'))
  const trace = join(folder, 'mine', 'cell.trace')
  await writeFile(trace, '0\n10\n20\n')
  const file = join(folder, 'mine.yaml')
  await writeFile(file, [...HEAD, 'held: {page: empty, downTrace: mine/cell.trace}'].join('\n'))
  const { name, cells } = await readPlan(file)
  assert.deepEqual([name, cells[0]?.factors.downTrace], ['mine', 'cell.trace'])
  assert.equal(cells[0]?.link.downTrace, trace)
  await writeFile(trace, 'ten\n')
  await assert.rejects(readPlan(file), /mine\.yaml:4: mine\/cell\.trace:1: 'ten' is no whole millisecond$/)
  await writeFile(file, Uint8Array.of(0xff, 0xfe))
  await assert.rejects(readPlan(file), /mine\.yaml:1: not text in UTF-8$/)
  await writeFile(file, 'x'.repeat(1_000_001))
  await assert.rejects(readPlan(file), /mine\.yaml:1: more than 1000000 bytes are no plan$/)
  await assert.rejects(readPlan(join(folder, 'none.yaml')), { code: 'ENOENT' })
})

test('a page that was mirrored is refused in one line that says what took its place', async () => {
  const folder = testFolder()
  const file = join(folder, 'mine.yaml')
  await writeFile(file, [...HEAD, 'held: {page: mirror:saved}'].join('\n'))
  await assert.rejects(readPlan(file), /mine\.yaml:4: mirror:saved: .* towline record, .* recording:FOLDER$/)
})

test('the pages of any plan are loaded as graphs where that is asked for, without the arm in clear text', () => {
  const text =
    'title: x\narms: [http, h1, h2]\nrounds: 1\nheld: {rttMs: 20}\nfactors: {page: [modern, twitter]}\n'
  const { arms, loader, cells } = parsePlan(text, 'x.yaml', { asGraphs: true })
  assert.deepEqual(arms, ['h1', 'h2'])
  assert.equal(loader, 'graph')
  assert.deepEqual(
    cells.map(({ page, arms: { applied } }) => [page, applied]),
    [
      ['graph:modern', ['h1', 'h2']],
      ['graph:twitter', ['h1', 'h2']],
    ],
  )
  assert.equal(parsePlan(text, 'x.yaml').cells[0]?.page, 'modern')
})
