import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOAD_FIGURE_TERMS } from '../../../model/load-figure-terms.ts'
import { type Answer, ENDPOINTS, type EndpointName } from '../../../server/contract/contract.ts'
import { csvLines, csvRecord, csvTable } from '../../../server/http/csv.ts'
import { opened } from '../../opened.ts'
import { roundedCell } from '../app/expected.ts'
import { csvCells, type Served, served } from '../served.ts'

const server = opened(served)

test('text is quoted, a formula is disarmed, numbers stay numbers and null is empty', () => {
  assert.equal(
    csvRecord(['a"b', '=1+1', '-x', '@a', '\tt', -1, 0.5, null, true]),
    `"a""b","'=1+1","'-x","'@a","'\\u{9}t",-1,0.5,,true`,
  )
  const table = csvTable([{ n: 1 }], { n: ({ n }) => n })
  assert.equal(csvLines(table, { withHeading: true }), '"n"\r\n1\r\n')
  assert.equal(csvLines(table, { withHeading: false }), '1\r\n')
})

/** Rows of an answer as a script would see them: by some columns of its CSV. */
type Rows<Name extends EndpointName> = (answer: Answer<Name>) => Record<string, unknown>[]

const adoptionCells = ({
  ofAll,
  ofReachable,
  ...row
}: Answer<'adoption'>['rows'][number]): Record<string, unknown> => ({
  ...{ row: row.row, count: row.count, unknown: row.unknown },
  ...{ share: ofAll?.share ?? null, share_low: ofAll?.low ?? null, share_high: ofAll?.high ?? null },
  ...{ reachable_count: row.reachableCount, reachable_unknown: row.reachableUnknown },
  reachable_share: ofReachable?.share ?? null,
  ...{ reachable_low: ofReachable?.low ?? null, reachable_high: ofReachable?.high ?? null },
})

const TABLES: { readonly [Name in EndpointName]?: Rows<Name> } = {
  vantages: ({ vantages }) =>
    vantages.flatMap(({ vantage, ipv6, network, clockOffsetMs, rtts }) =>
      (rtts ?? [null]).map((rtt) => ({
        ...{ vantage, ipv6, network, clock_offset_ms: clockOffsetMs },
        ...{ reference: rtt?.name, reference_address: rtt?.address, rtt_ms: rtt?.rttMs },
      })),
    ),
  adoption: ({ n, rows, buckets, cdns, servers, stacks, h3Stacks }) =>
    [
      { group: 'all', name: null, n, rows },
      ...buckets.map((of) => ({ group: 'rank', name: `${of.from}-${of.to}`, ...of })),
      ...cdns.map((of) => ({ group: 'cdn', ...of })),
      ...servers.map((of) => ({ group: 'server', ...of })),
      ...stacks.map((of) => ({ group: 'stack', ...of })),
      ...h3Stacks.map((of) => ({ group: 'h3 stack', ...of })),
    ].flatMap(({ group, name, n: sites, rows: of }) =>
      of.map((row) => ({ group, name, sites, ...adoptionCells(row) })),
    ),
  adoptionTrend: ({ points }) =>
    points.flatMap(({ surveyId, rows }) =>
      rows.map((row) => ({ survey_id: surveyId, ...adoptionCells(row) })),
    ),
  compositionCdf: ({ arms }) =>
    arms.flatMap(({ arm, n, steps }) =>
      steps.map(({ value, share }) => ({ arm, n, requests: value, share })),
    ),
  labReplay: ({ baseline, rows }) =>
    rows.map((row) => ({
      ...{ cell: row.cell, factor_rttMs: row.factors.rttMs, arm: row.arm, baseline, n: row.n },
      ...{ left_out: row.leftOut, median_ms: row.medianMs, gain: row.gain, verdict: row.verdict },
      hits: row.fidelity?.hits ?? null,
    })),
  cablelabs: ({ tables }) =>
    tables.flatMap(({ table, cells }) =>
      cells.map((row) => ({ table, row: row.row, n: row.n, mean: row.mean })),
    ),
  loadRun: ({ arms, baseline }) =>
    arms.flatMap(({ server, arm, costTime, figures, ratios, verdicts }) =>
      LOAD_FIGURE_TERMS.flatMap(({ name, unit, divisor, kind }) => {
        const [found, ratio] = [figures[name], ratios[name]]
        const value = { server, arm, figure: name, unit, value: (found?.value ?? 0) / divisor }
        const end = kind === 'cost' ? costTime.end : null
        const bound = { lower_bound: found?.bound ?? null, verdict: null, cost_end: end }
        const times = { unit: `times ${baseline}`, n: ratio?.n, low: ratio?.interval?.low ?? null }
        return [
          ...(found === null ? [] : [{ ...value, ...bound }]),
          ...(ratio === null ? [] : [{ ...value, ...times, value: ratio.value, verdict: verdicts[name] }]),
        ]
      }),
    ),
  fieldSite: ({ field, live, lab }) => [
    ...field.flatMap(({ bins, contributors, samples }) =>
      bins.map(({ toMs }) => ({ source: 'field', contributors, loads: samples, load_ms: toMs })),
    ),
    ...[live, lab].flatMap((of) =>
      (of?.curves ?? []).flatMap(({ arm, n, ms }) =>
        ms.map((value) => ({ source: of === live ? 'live' : 'lab', arm, loads: n, load_ms: value })),
      ),
    ),
  ],
}

const SITE = '/campaigns/1/sites/0'
const PATHS: { readonly [Name in EndpointName]?: string } = {
  vantages: '/vantages?',
  adoption: '/surveys/1/adoption?',
  adoptionTrend: '/adoption/trend?',
  changes: '/changes?pageSize=7&',
  surveySites: '/surveys/1/sites?pageSize=7&',
  sites: '/sites?pageSize=7&sort=gain&',
  samples: `${SITE}/samples?pageSize=7&metrics=plt_ms&`,
  cdf: `${SITE}/cdf?points=20&`,
  siteVantages: '/sites/site1.test/vantages?',
  siteHistory: '/sites/site1.test/history?',
  comparisons: `${SITE}/comparisons?`,
  phases: `${SITE}/phases?`,
  series: `${SITE}/series?`,
  protocols: `${SITE}/protocols?`,
  composition: '/campaigns/1/composition?pageSize=2&sort=requests&',
  compositionCdf: '/campaigns/1/composition/cdf?metric=requests&',
  ranking: '/ranking?',
  labGains: '/lab/runs/1/gains?',
  labTree: '/lab/runs/1/tree?',
  labCdf: '/lab/runs/1/cdf?',
  labReplay: '/lab/runs/1/replay?',
  heatmap: '/lab/runs/1/heatmap?x=rttMs&y=initcwnd&',
  lines: '/lab/runs/1/lines?x=rttMs&',
  cablelabs: '/lab/runs/1/cablelabs?',
  loadRun: '/load/runs/1?',
  loadIntervals: '/load/runs/1/intervals?server=towline&',
  loadSeconds: '/load/runs/1/seconds?pageSize=7&',
  fieldSites: '/field/sites?pageSize=7&sort=h2&',
  fieldSite: '/field/sites/site1.test?lab=1:2&',
}

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = String(value)
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

test('every endpoint that has CSV is in this test, but for those whose columns a figure says', () => {
  const names = Object.entries(ENDPOINTS).flatMap(([name, endpoint]) =>
    endpoint.csv && !('figure' in endpoint) ? [name] : [],
  )
  assert.deepEqual(Object.keys(TABLES).sort(), names.sort())
})

for (const name of Object.keys(TABLES) as EndpointName[]) {
  test(`the CSV of ${name} holds all that its JSON holds, on all pages`, async () => {
    const path = PATHS[name] ?? ''
    const response = await server.get(`${path}format=csv`)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename=/)
    const [heading = [], ...records] = csvCells(await response.text())
    const json = await server.answer(name, path.replace(/pageSize=\d/, 'pageSize=500').slice(0, -1))
    const expected = (TABLES[name] as Rows<EndpointName>)(json)
    assert.equal(records.length, expected.length)
    for (const [index, row] of expected.entries())
      for (const [column, value] of Object.entries(row)) {
        const cell = records[index]?.[heading.indexOf(column)]
        if (typeof value === 'number') roundedCell(cell, value, column)
        else assert.equal(cell, cellOf(value), `${column} of row ${index}`)
      }
  })
}

test('milliseconds have three decimals, other fractions six digits, and whole numbers all of theirs', () => {
  const heading = ['plt_ms', 'phase_ms.dns', 'median_ms_h2', 'gain', 'p_value', 'size_bytes', 'bytes_up']
  const values = [123.40000000596046, 0.1 + 0.2, 1e-9, 2 / 3, 1.23456789e-12, 123_456_789.5, 2 ** 53 - 1]
  assert.equal(csvRecord(values, heading), '123.4,0.3,0,0.666667,1.23457e-12,123456789.5,9007199254740991')
})

test('what was measured comes back out of CSV: clocks have no more than three decimals of a millisecond', () => {
  for (const measured of [0.1, 17.3, 999.9, 1_234.567, 86_400_000.001]) {
    // As the page's clock gives it: a difference of two doubles.
    const noisy = measured + 1e6 - 1e6
    assert.equal(Number(csvRecord([noisy], ['plt_ms'])), measured)
  }
  for (let n = 1; n <= 700; n += 37)
    for (let k = 0; k <= n; k += 13)
      assert.equal(Math.round(n * Number(csvRecord([k / n], ['share_h3']))), k, `${k} of ${n}`)
})

test('every table about one site or more says which', async () => {
  for (const [name, path = ''] of Object.entries(PATHS)) {
    const [heading = []] = csvCells(await (await server.get(`${path}format=csv`)).text())
    const isAboutSites = path.includes('/sites') || ['ranking', 'composition', 'changes'].includes(name)
    assert.equal(heading.includes('domain'), isAboutSites, name)
  }
})

test('every table of what was measured on the network says from where, as its campaign or survey does', async () => {
  await using own = await served()
  for (const table of ['campaigns', 'surveys'])
    await own.writer.query(`UPDATE ${table} SET vantage = '${table} of Tokyo'`)
  for (const [name, path = ''] of Object.entries(PATHS)) {
    const [heading = [], ...records] = csvCells(await (await own.get(`${path}format=csv`)).text())
    const isMeasuredThere = /^\/(campaigns|surveys|sites|ranking|changes|adoption|vantages)\b/.test(path)
    assert.equal(
      heading.some((column) => column.endsWith('vantage')),
      isMeasuredThere,
      name,
    )
    const [, table] = /^\/(campaigns|surveys)\//.exec(path) ?? []
    if (table === undefined) continue
    assert.ok(records.length > 0, name)
    for (const cells of records) assert.equal(cells[heading.indexOf('vantage')], `${table} of Tokyo`, name)
  }
  const vantagesOf = async (from: Served) => (await from.answer('labRuns', '/lab/runs')).runs[0]?.vantages
  assert.deepEqual([await vantagesOf(own), await vantagesOf(server)], [['campaigns of Tokyo'], []])
})

test('a download is called after what it holds, in characters that need no quotes', async () => {
  const fixed: { readonly [Name in EndpointName]?: string } = {
    cdf: 'towline-site1.test-plt-cdf-campaign-1-2026-11-21.csv',
    ranking: 'towline-plt-h2-over-h1-ranking-campaign-1-2026-11-21.csv',
    phases: 'towline-site1.test-phases-campaign-1-2026-11-21.csv',
    adoption: 'towline-adoption-survey-1-2026-11-21.csv',
    heatmap: 'towline-plt-h2-over-h1-heatmap-lab-run-1-2026-11-21.csv',
    loadSeconds: 'towline-load-seconds-load-run-1-2026-11-23.csv',
  }
  for (const [name, path = ''] of Object.entries(PATHS)) {
    const header = (await server.get(`${path}format=csv`)).headers.get('content-disposition') ?? ''
    const [, file = ''] = /^attachment; filename=(towline-[A-Za-z0-9._-]+\.csv)$/.exec(header) ?? []
    assert.notEqual(file, '', header)
    const expected = fixed[name as EndpointName]
    if (expected !== undefined) assert.equal(file, expected)
    const json = (await server.get(`${path}format=json`)).headers.get('content-disposition')
    assert.equal(json, `inline; filename=${file.replace(/csv$/, 'json')}`)
  }
})

test('CSV of one page is that page', async () => {
  const response = await server.get('/surveys/1/sites?page=2&pageSize=4&format=csv')
  const [, ...records] = csvCells(await response.text())
  assert.deepEqual(
    records.map(([_survey, _vantage, rank]) => rank),
    ['5', '6', '7', '8'],
  )
})
