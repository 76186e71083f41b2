import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PlanError } from '../../../lab/plan/plan-error.ts'
import { MANY_CELLS, parsePlan, readPlan } from '../../../lab/plan/read-plan.ts'

const HEAD = ['title: a test', 'arms: [h1, h2]', 'rounds: 3']

/** The plan of a text of which the first three lines are always the same. */
const plan = (...lines: string[]) => parsePlan([...HEAD, ...lines, ''].join('\n'), 'x.yaml')

/** What is said of a plan that is refused, a line each. */
function faults(make: () => unknown): readonly string[] {
  try {
    make()
  } catch (error) {
    if (error instanceof PlanError) {
      assert.equal(error.message, error.faults[0])
      return error.faults
    }
    throw error
  }
  return assert.fail('the plan was read')
}

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
    ...{ rttMs: 0, jitterMs: 0, downMbps: null, upMbps: null, lossDown: 0, lossUp: 0 },
    ...{ queuePackets: 256, downTrace: null, upTrace: null },
  })
  assert.deepEqual(rest, {
    ...{ page: 'modern', shards: 3, server: 'towline', initcwnd: null, congestionControl: null },
    ...{ streams: null, thinkMs: 0, arms: { applied: ['h1', 'h2'], leftOut: {} }, skip: null },
  })
})

test('a profile is a link, of which a plan may set parts anew', () => {
  const [one, other] = plan('held: {page: empty, profile: google-3g}', 'factors: {rttMs: [10, 20]}').cells
  assert.deepEqual([one?.link.downMbps, one?.link.upMbps, one?.link.rttMs, other?.link.rttMs], [2, 1, 10, 20])
})

test('bursts keep the mean loss that is set', () => {
  const [cell] = plan('held: {page: empty, lossFraction: 0.02, lossBurst: 4}').cells
  assert.deepEqual(cell?.link.lossDown, {
    ...{ goodToBad: 0.02 / 4 / 0.98, badToGood: 0.25, lossInGood: 0, lossInBad: 1 },
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

const REFUSED: readonly (readonly [string, readonly string[], readonly (string | RegExp)[]])[] = [
  [
    'a rate of 0',
    ['held: {page: empty}', 'factors:', '  downMbps: [10, 0]'],
    [/^x.yaml:6: downMbps: a rate .* not 0$/],
  ],
  [
    'a rate of 0 in a pair',
    ['held: {page: empty, rateMbps: 10/0}'],
    [/^x.yaml:4: rateMbps: a rate is .* not 10\/0$/],
  ],
  ['a negative delay', ['held:', '  page: empty', '  rttMs: -5'], [/^x.yaml:6: rttMs: a delay .* not -5$/]],
  ['text for a number', ['held: {page: empty, rttMs: 20ms}'], [/^x.yaml:4: rttMs: a delay .* not 20ms$/]],
  [
    'a loss in percent',
    ['held: {page: empty, lossFraction: 1.5}'],
    [/^x.yaml:4: lossFraction: a loss .* 0 to 0\.9, not 1\.5$/],
  ],
  ['an unknown factor', ['factors:', '  rtt: [20]'], ["x.yaml:5: unknown factor 'rtt': is rttMs meant?"]],
  [
    'a factor like no other',
    ['factors:', '  colour: [20]'],
    [/^x.yaml:5: unknown factor 'colour': there are page, objects, /],
  ],
  [
    'an unknown part',
    ['pages: [a]', 'held: {page: empty}'],
    [/^x.yaml:4: unknown part of a plan 'pages': there are title, source, arms/],
  ],
  ['a mistyped part', ['heldd: {page: empty}'], ["x.yaml:4: unknown part of a plan 'heldd': is held meant?"]],
  ['a missing page', ['held: {rttMs: 20}'], [/^x.yaml:1: no page: name one under held or factors$/]],
  [
    'an unknown page',
    ['factors:', '  page:', '    - empty', '    - nopage'],
    [/^x.yaml:7: there is no page 'nopage'; there are /],
  ],
  [
    'objects without their size',
    ['factors:', '  objects: [2, 3]'],
    ['x.yaml:5: objects and objectBytes make a page together: one of them is missing'],
  ],
  [
    'objects on a page of another kind',
    ['held: {page: empty}', 'factors:', '  objects: [2, 3]'],
    ['x.yaml:6: objects beside page, which is another one'],
  ],
  [
    'more bytes than a page may have',
    ['held: {objectBytes: 10000000}', 'factors:', '  objects: [2, 30]'],
    [/^x.yaml:6: a page has 100 to \d+ bytes of an object, not 10000000$/],
  ],
  [
    'too many objects',
    ['held: {page: objects-2000x10}'],
    [/^x.yaml:4: a page has 1 to 1000 objects, not 2000$/],
  ],
  [
    'too many shards',
    ['held: {page: empty, shards: 8}'],
    [/^x.yaml:4: shards: a number of shards .* 1 to 7, not 8$/],
  ],
  ['half a shard', ['held: {page: empty, shards: 1.5}'], [/^x.yaml:4: shards: .* whole number .* not 1\.5$/]],
  [
    'no stream',
    ['held: {page: empty, streams: 0}'],
    [/^x.yaml:4: streams: a limit of streams .* 1 to 10000, not 0$/],
  ],
  [
    'an unknown profile',
    ['held: {page: empty, profile: google-4g}'],
    [/^x.yaml:4: profile: a profile .* google-3g, .* not google-4g$/],
  ],
  [
    'an unknown server',
    ['held: {page: empty, server: iis}'],
    [/^x.yaml:4: server: a server is one of towline, caddy, nginx, apache, not iis$/],
  ],
  [
    'a wait that the server does not have',
    ['held:', '  page: empty', '  server: nginx', '  thinkMs: 20'],
    [/^x.yaml:7: nginx .* does not let a wait before its answers be set$/],
  ],
  [
    'streams that the server does not set',
    ['held: {page: empty, server: caddy}', 'factors:', '  streams: [10]'],
    [/^x.yaml:6: Caddy .* does not let its limit of streams be set$/],
  ],
  [
    'a baseline that is no arm',
    ['held: {page: empty}', 'baseline: h3'],
    ['x.yaml:5: the baseline h3 is none of the arms'],
  ],
  [
    'an unknown baseline',
    ['held: {page: empty}', 'baseline: h4'],
    [/^x.yaml:5: baseline: an arm is one of http, h1, h2, h3, h3-altsvc, not h4$/],
  ],
  [
    'a level twice',
    ['held: {page: empty}', 'factors:', '  rttMs: [20, 100, 20]'],
    ['x.yaml:6: 20 stands there twice'],
  ],
  [
    'a factor held and varied',
    ['held: {page: empty, rttMs: 20}', 'factors:', '  rttMs: [100]'],
    ['x.yaml:6: rttMs is set under held already'],
  ],
  [
    'a factor varied twice',
    ['held: {page: empty}', 'conditions:', '  - {rttMs: 20}', 'factors: {rttMs: [100]}'],
    ['x.yaml:6: rttMs is set under factors already'],
  ],
  [
    'a rate beside both',
    ['held: {page: empty, rateMbps: 10}', 'factors:', '  upMbps: [1, 2]'],
    [/^x.yaml:6: upMbps beside rateMbps, which sets it already$/],
  ],
  [
    'a cell twice',
    ['held: {page: empty}', 'factors: {rttMs: [20, 100]}', 'also:', '  - rttMs: 100'],
    ['x.yaml:7: cell 2 is the same as cell 1'],
  ],
  [
    'more jitter than delay',
    ['held: {page: empty, rttMs: 10}', 'factors:', '  jitterMs: [2, 20]'],
    [/^x.yaml:6: jitterMs must be 0 to 5 /],
  ],
  [
    'bursts too short for the loss',
    ['held: {page: empty, lossFraction: 0.9}', 'factors:', '  lossBurst: [2]'],
    [/^x.yaml:6: a loss of 90 % cannot come in bursts of 2 packets$/],
  ],
  [
    'a trace that is not there',
    ['held: {page: empty}', 'factors:', '  downTrace: [no.trace]'],
    [/^x.yaml:6: no\.trace: the trace cannot be read \(ENOENT\)$/],
  ],
  [
    'a trace beside a rate',
    ['held: {page: empty, downMbps: 10}', 'factors:', '  downTrace: [no.trace]'],
    [/^x.yaml:6: downTrace beside a rate/],
  ],
  [
    'a factor without levels',
    ['held: {page: empty}', 'factors:', '  rttMs: []'],
    [/^x.yaml:6: rttMs: a list of levels, such as \[20, 100\], not \[\]$/],
  ],
  [
    'a level that is no list',
    ['held: {page: empty}', 'factors:', '  rttMs: 20'],
    [/^x.yaml:6: rttMs: a list of levels, .* not 20$/],
  ],
  [
    'a list of nothing but a map',
    ['held: [page]'],
    [/^x.yaml:4: held: a map of names and values, not \["page"\]$/],
  ],
  ['a key twice', ['held:', '  page: empty', '  page: modern'], ['x.yaml:6: this key stands there already']],
  ['two documents', ['held: {page: empty}', '---', 'title: b'], [/^x.yaml:5: a second document begins here/]],
  ['a bracket that is not closed', ['held: {page: empty'], [/^x.yaml:\d: /]],
  ['an alias of nothing', ['held: {page: *nothing}'], [/^x.yaml:\d: unresolved alias/]],
  [
    'several faults',
    ['held:', '  page: empty', '  rttMs: -1', '  shards: 9'],
    [/^x.yaml:7: shards/, /^x.yaml:6: rttMs/],
  ],
]

for (const [what, lines, expected] of REFUSED)
  test(`refuses ${what}, naming the line`, () => {
    const found = faults(() => plan(...lines))
    assert.equal(found.length, expected.length, found.join('\n'))
    for (const [index, one] of expected.entries())
      if (typeof one === 'string') assert.equal(found[index], one)
      else assert.match(found[index] ?? '', one)
  })

const WHOLE: readonly (readonly [string, string, RegExp])[] = [
  ['an unknown arm', 'title: x\narms: [h1, h4]\nrounds: 1', /^x:2: arms: an arm is one of .* not h4$/],
  ['an arm twice', 'title: x\narms: [h1, h1]\nrounds: 1', /^x:2: h1 stands there twice$/],
  ['no arms', 'title: x\narms: []\nrounds: 1', /^x:2: arms: a list of arms/],
  ['no title', 'arms: [h1]\nrounds: 1', /^x:1: title: a title is one line of text: nothing is there$/],
  [
    'no round',
    'title: x\narms: [h1]\nrounds: 0',
    /^x:3: rounds: rounds are a whole number from 1 to 10000, not 0$/,
  ],
  [
    'a seed beyond 32 bits',
    'title: x\narms: [h1]\nrounds: 1\nseed: 4294967296',
    /^x:4: seed: a seed is .* not 4294967296$/,
  ],
  [
    'h3 of a server without it',
    'title: x\narms: [h1, h3]\nrounds: 1\nheld:\n  page: empty\n  server: nginx',
    /^x:6: nginx .* does not speak h3, which the arm h3 needs$/,
  ],
  ['nothing', '', /^x:1: an empty file$/],
  ['a list', '- a', /^x:1: a map of names and values/],
]

for (const [what, text, expected] of WHOLE)
  test(`refuses a plan with ${what}`, () => {
    assert.match(faults(() => parsePlan(text, 'x')).join('\n'), expected)
  })

test('a level of `also` that is wrong is told as itself', () => {
  assert.match(
    faults(() => plan('also:', '  - page: empty', '    rttMs: [20, -1]')).join('\n'),
    /^x.yaml:6: rttMs: .* not (-1|\[20,-1\])$/,
  )
})

test('more cells than that want a word more, and too many are none', () => {
  const lines = (levels: number) => [
    ...['held: {page: empty}', 'factors:'],
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
  const folder = await mkdtemp(join(tmpdir(), 'towline-plan-'))
  try {
    await writeFile(join(folder, 'cell.trace'), '0\n10\n20\n')
    const file = join(folder, 'mine.yaml')
    await writeFile(file, [...HEAD, 'held: {page: empty, downTrace: cell.trace}'].join('\n'))
    const { name, cells } = await readPlan(file)
    assert.deepEqual([name, cells[0]?.factors.downTrace], ['mine', 'cell.trace'])
    assert.equal(cells[0]?.link.downTrace, join(folder, 'cell.trace'))
    await writeFile(join(folder, 'cell.trace'), 'ten\n')
    await assert.rejects(readPlan(file), /mine\.yaml:4: cell\.trace:1: 'ten' is no whole millisecond$/)
    await writeFile(file, Uint8Array.of(0xff, 0xfe))
    await assert.rejects(readPlan(file), /mine\.yaml:1: not text in UTF-8$/)
    await writeFile(file, 'x'.repeat(1_000_001))
    await assert.rejects(readPlan(file), /mine\.yaml:1: 1000001 bytes are no plan$/)
    await assert.rejects(readPlan(join(folder, 'none.yaml')), { code: 'ENOENT' })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a mirrored page lies beside the plan, and keeps its hosts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-plan-'))
  try {
    await mkdir(join(folder, 'saved', 'bodies'), { recursive: true })
    await writeFile(join(folder, 'saved', 'bodies', '0'), '<p>')
    const mirrored = async (url: string) =>
      writeFile(
        join(folder, 'saved', 'page.json'),
        JSON.stringify({
          ...{ format: 1, url, from: url, capturedAt: null, hosts: ['a.test', 'b.test'], leftOut: [] },
          resources: [
            { host: 0, path: '/', kind: 'document', contentType: 'text/html', sizeBytes: 3, parent: null },
          ],
        }),
      )
    const file = join(folder, 'mine.yaml')
    await mirrored('https://a.test/')
    await writeFile(file, [...HEAD, 'held: {page: mirror:saved}'].join('\n'))
    const [cell] = (await readPlan(file)).cells
    assert.deepEqual(cell?.factors, { page: 'mirror:saved' })
    assert.deepEqual([cell?.page, cell?.shards], [`mirror:${join(folder, 'saved')}`, 2])
    await mirrored('http://a.test/')
    await assert.rejects(
      readPlan(file),
      /mine\.yaml:4: http:\/\/a\.test\/ was mirrored without TLS: .*, not h1$/,
    )
    await writeFile(file, [...HEAD, 'held: {page: mirror:none}'].join('\n'))
    await assert.rejects(readPlan(file), /mine\.yaml:4: mirror:.*none: there is no .*page\.json/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
