import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, type TestContext, test } from 'node:test'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { showCampaign } from '../../../cli/probe/campaign-report.ts'
import { samplesExportCommand } from '../../../cli/probe/samples-export.ts'
import { selectionLines, selectionOf } from '../../../cli/survey/select.ts'
import { share } from '../../../cli/survey/share.ts'
import { diffLines, showDiff } from '../../../cli/survey/survey-diff.ts'
import { showSites, sitesText } from '../../../cli/survey/survey-show.ts'
import { operationsText, showSite } from '../../../cli/survey/survey-site.ts'
import { groupsOf, summaryCsv, summaryLines } from '../../../cli/survey/survey-summary.ts'
import { runSurvey } from '../../../crawler/survey/run/run.ts'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import type { Database } from '../../../db/connection/database.ts'
import { surveyById } from '../../../db/survey/surveys.ts'
import type { OperationRow } from '../../../model/operation.ts'
import { adoption } from '../../../stats/survey/adoption.ts'
import { adoptionDiff } from '../../../stats/survey/adoption-diff.ts'
import { FULL_FACTS, surveyOf } from '../../db/campaign/samples.ts'
import { type TestDatabase, temporarySqlite } from '../../db/databases.ts'
import { type Fixture, SITES } from '../../server/fixture.ts'
import { openFixture } from '../../server/fixture-template.ts'
import { answering } from '../../stats/survey/surveyed-site.ts'
import { csvObjects, parseCsv } from '../probe/csv.ts'
import { temporaryFolder, towlineHere } from '../towline.ts'
import { asAsync, surveyed, surveyRow } from './facts.ts'

let on: TestDatabase
let db: Database
let fixture: Fixture
before(async () => {
  on = await temporarySqlite()
  ;({ db, fixture } = await openFixture(on))
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await on[Symbol.asyncDispose]()
})

/** What is printed to standard output meanwhile. */
async function printed(t: TestContext, print: () => Promise<void>): Promise<string> {
  const lines: string[] = []
  const log = t.mock.method(console, 'log', (line: string) => void lines.push(line))
  await print()
  log.mock.restore()
  return `${lines.join('\n')}\n`
}

test('sites are printed in every format: a table with a limit, CSV and JSON with every site', async (t) => {
  const survey = (await surveyById(db, fixture.surveyId)) ?? assert.fail()
  const show = (format: 'table' | 'csv' | 'json') =>
    printed(t, () => showSites(db, survey, { format, limit: 3 }))
  assert.match(await show('table'), new RegExp(`… and ${SITES - 3} more`))
  assert.equal(csvObjects(await show('csv')).length, SITES)
  assert.equal(JSON.parse(await show('json')).length, SITES)
})

test('the operations of one site are found by any way to write its name', async (t) => {
  const survey = (await surveyById(db, fixture.surveyId)) ?? assert.fail()
  const show = (domain: string) => printed(t, () => showSite(db, survey, domain, 'json'))
  assert.deepEqual(JSON.parse(await show('SITE1.test')), JSON.parse(await show('site1.test')))
  await assert.rejects(showSite(db, survey, 'nowhere.test', 'json'), /has no site 'nowhere\.test'/)
})

test('a site of which no operation was recorded is not said to be unvisited: why is said', async (t) => {
  await using file = await temporarySqlite()
  await using own = await file.open()
  const surveyId = await surveyOf(own, 2)
  await runSurvey({
    db: own,
    surveyId,
    signal: new AbortController().signal,
    clock: () => performance.now(),
    visit: async ({ rank }) => {
      if (rank === 1) throw new TypeError('of our own')
      return { rows: [], facts: { ...FULL_FACTS, reachable: false, failure: 'opted_out' } }
    },
  })
  const survey = (await surveyById(own, surveyId)) ?? assert.fail()
  const show = (domain: string) => printed(t, () => showSite(own, survey, domain, 'table'))
  assert.equal(
    await show('site1.test'),
    'the visit of site1.test went wrong (unknown_failure): TypeError: of our own\n',
  )
  assert.equal(await show('site2.test'), 'no operation was recorded of site2.test: opted_out\n')
})

test('a survey differs from itself in nothing, in every format', async (t) => {
  const survey = (await surveyById(db, fixture.surveyId)) ?? assert.fail()
  const diff = JSON.parse(await printed(t, () => showDiff(db, survey, survey, 'json')))
  assert.equal(diff.both, SITES)
  const rows = csvObjects(await printed(t, () => showDiff(db, survey, survey, 'csv')))
  for (const { row, gained, lost } of rows) assert.deepEqual([gained, lost], ['0', '0'], row ?? '')
})

test('a site that an unfinished survey has not visited is said to count as not in it', async (t) => {
  await using file = await temporarySqlite()
  await using own = await file.open()
  const [whole, cut] = [await surveyOf(own, 3), await surveyOf(own, 3)]
  const visit = async () => ({ rows: [], facts: FULL_FACTS })
  const stop = new AbortController()
  const run = { db: own, clock: () => performance.now(), signal: stop.signal }
  await runSurvey({ ...run, surveyId: whole, visit })
  const [before, after] = [await surveyById(own, whole), await surveyById(own, cut)]
  assert.ok(before !== null && after !== null)
  const text = await printed(t, () => showDiff(own, before, after, 'table'))
  assert.match(text, /0 sites in both, 3 only before/)
  assert.match(text, /\nSurvey 2 has visited 0 of 3 sites; the others count as not in it\.\n$/)
})

test('a campaign has the same results as a table, CSV and JSON', async (t) => {
  const campaign = (await campaignById(db, fixture.campaignId)) ?? assert.fail()
  const show = (format: 'table' | 'csv' | 'json') => printed(t, () => showCampaign(db, campaign, format))
  const { results } = JSON.parse(await show('json')) as {
    results: { site: string; arm: string; pltMs: number }[]
  }
  const rows = csvObjects(await show('csv'))
  assert.deepEqual(
    rows.map(({ site, arm, plt_ms }) => [site, arm, plt_ms]),
    results.map(({ site, arm, pltMs }) => [
      site,
      arm,
      pltMs === null ? '' : String(Number(pltMs.toFixed(3))),
    ]),
  )
  const table = await show('table')
  for (const { site, arm } of results) assert.match(table, new RegExp(`\\n${site} +${arm} `))
})

test('a command that reads makes no database where there is none, and says so', async (t) => {
  await using folder = await temporaryFolder()
  for (const command of [
    'survey list',
    'campaign list',
    'samples export',
    'sites show',
    'recompute',
    'lab results',
    'contributions stats',
    'contributions export --list ABCD',
  ]) {
    const database = `${folder.path}/${command}.sqlite`
    const { code, stderr } = await towlineHere(t, [...command.split(' '), '--database', database])
    assert.equal(code, EXIT.noInput, command)
    assert.match(stderr, /^towline: there is no database /, command)
    assert.equal(existsSync(database), false, command)
  }
})

test('exported samples have a column for every metric, and a line for every load', async (t) => {
  const written: string[] = []
  const { write } = process.stdout
  t.mock.method(process.stdout, 'write', (chunk: string | Uint8Array, ...rest: never[]) => {
    // The test runner reports on the same stream, in bytes.
    if (typeof chunk !== 'string') return write.call(process.stdout, chunk, ...rest)
    written.push(chunk)
    const done = rest.findLast((argument) => typeof argument === 'function') as (() => void) | undefined
    done?.()
    return true
  })
  await samplesExportCommand().parseAsync(['--campaign', '1', '--database', on.url], { from: 'user' })
  t.mock.restoreAll()
  const [heading = [], ...lines] = parseCsv(written.join(''))
  assert.ok(heading.includes('plt_ms') && heading.includes('tow_setup_ms'))
  assert.equal(lines.length, fixture.samples.length)
})

const survey = (h2: (rank: number) => boolean, count = 40) =>
  answering(Array.from({ length: count }, (_, i) => surveyed(i + 1, { h1: true, h2: h2(i + 1) })))

test('a change names its points with their interval and n, and examples of who changed', async () => {
  const diff = await adoptionDiff(
    survey(() => false),
    survey((rank) => rank <= 20),
  )
  const text = diffLines(surveyRow(), surveyRow({ id: 2 }), diff, null).join('\n')
  assert.match(
    text,
    /^\nsurvey 1 \(2026-11-22, 2 sites\) → survey 2 \(2026-11-22, 2 sites\)\n40 sites in both, 0 only before/,
  )
  assert.match(text, /\+50\.0 points \(\+\d+\.\d…\+\d+\.\d\), n 40\n/)
  assert.match(text, /\ngained h2: site1\.test, /)
  assert.doesNotMatch(text, /lost h2/)
})

test('no change names the smallest difference that could be detected', async () => {
  const same = await adoptionDiff(
    survey((rank) => rank % 2 === 0),
    survey((rank) => rank % 2 === 0),
  )
  const text = diffLines(surveyRow(), surveyRow(), same, null).join('\n')
  assert.match(text, /no difference shown \(smallest detectable difference \d+\.\d points\)/)
})

test('within 80 columns the shares and changes stay', async () => {
  const diff = await adoptionDiff(
    survey(() => false),
    survey((rank) => rank <= 20),
  )
  const text = diffLines(surveyRow(), surveyRow(), diff, 80).join('\n')
  for (const line of text.split('\n')) assert.ok([...line].length <= 80, line)
  assert.match(text, /not shown for lack of width: .*kept/)
  assert.match(text, /points/)
})

const ROW: OperationRow = {
  operation: 'http2',
  hop: 0,
  connection: 1,
  scheme: 'https',
  host: 'a.test',
  port: 443,
  address: '192.0.2.1',
  path: '/',
  startMs: 1.25,
  durationMs: 20.04,
  failure: null,
  detail: null,
  result: { status: 200, version: 'h2', cnames: [], handshakeMs: 12.6, body: 'x' },
}

test('an operation is a line: when, how long, what, where, and what came of it', () => {
  const [, line = ''] = operationsText([ROW], null).split('\n')
  assert.match(
    line,
    /^ +1\.3 +20\.0 +http2 +0 +1 +https:\/\/a\.test:443\/ +192\.0\.2\.1 +ok +status 200, version h2, handshakeMs 13$/,
  )
})

test('a failure is its code, with what the error said', () => {
  const failed = { ...ROW, failure: 'tcp_refused', detail: 'connection refused', result: null } as const
  assert.match(operationsText([failed], null), /tcp_refused +connection refused$/)
})

test('an operation that was not attempted has no duration, a name query no address', () => {
  const dns = {
    ...ROW,
    operation: 'dns',
    scheme: null,
    port: null,
    path: null,
    address: null,
    durationMs: null,
    result: null,
  } as const
  assert.match(operationsText([dns], null).split('\n')[1] ?? '', /– +dns +0 +1 +a\.test +– +ok/)
})

const SURVEYED = [
  surveyed(1, { h1: true, h2: true, h3: true, cdn: 'Cloudflare', server: 'cloudflare' }),
  surveyed(2, { h1: true, h2: true, h3: false, server: 'nginx' }),
  surveyed(3, { reachable: false, failure: 'dns_nxdomain' }),
]

test('the summary counts of all and of reachable sites, in groups, with failures and the method', async () => {
  const text = summaryLines(1, surveyRow(), await adoption(asAsync(SURVEYED)), null).join('\n')
  assert.match(text, /^\nSurvey 1: 3 sites, 2 reachable, list list\.csv, 2026-11-22, finished\n/)
  assert.match(text, /\n[^\n]*HTTP\/2[^\n]* 2 +66\.7 % \(20\.8–93\.9\) +100\.0 % \(34\.2–100\.0\)/)
  assert.match(text, /\nCDN +sites +h2 +h3 answered[^\n]*\n/)
  assert.match(text, /\nnone seen +2 /)
  assert.match(text, /\nfailure +site +h1 +h2 +h3\n(?:[^\n]*\n)*?dns_nxdomain +1 /)
  assert.match(text, /Wilson 95 % intervals/)
})

test('groups are by rank, CDN, server and stack; of many the first ten are shown', async () => {
  const many = Array.from({ length: 12 }, (_, i) => surveyed(i + 1, { server: `server${i}` }))
  const summary = await adoption(asAsync(many))
  assert.deepEqual(
    groupsOf(summary).map(([title]) => title),
    ['rank', 'CDN', 'server', 'HTTP/2 stack', 'HTTP/3 stack'],
  )
  assert.match(summaryLines(1, null, summary, null).join('\n'), /\n… and 2 more \(--format csv has all\)\n/)
})

test('CSV has a line for each group and row, with six significant digits', async () => {
  const [heading = '', ...lines] = summaryCsv(await adoption(asAsync(SURVEYED)))
  assert.match(heading, /^"?grouping"?,"?group"?,"?n"?,/)
  const h2 = lines.find((line) => /^"all","all",3,2,"h2",/.test(line))
  assert.match(h2 ?? '', /^"all","all",3,2,"h2",2,\d+,0\.666667,/)
})

test('a share has its interval; unknown stays unknown', () => {
  assert.equal(share({ share: 0.3418, low: 0.291, high: 0.397 }), '34.2 % (29.1–39.7)')
  assert.equal(share(null), null)
})

/** The cells of one site, by heading. */
function cellsOf(changes: Parameters<typeof surveyed>[1]): Record<string, string> {
  const [heading = '', line = ''] = sitesText([surveyed(1, changes)], 0, null).split('\n')
  const starts = [...heading.matchAll(/(?<=^| {2})\S+(?: \S+)*/g)]
  return Object.fromEntries(
    starts.map(({ 0: name, index }, i) => [name, line.slice(index, starts[i + 1]?.index).trim()]),
  )
}

test('unknown, no, and yes are distinguished, a claim by how it is made', () => {
  const cases: [Parameters<typeof surveyed>[1], Record<string, string>][] = [
    [
      { h1: true, h2: false },
      { h1: 'yes', h2: 'no', h3: '–', 'h3 claimed': '–' },
    ],
    [{ h3ClaimedAltSvc: true, h3ClaimedDns: true }, { 'h3 claimed': 'Alt-Svc + DNS' }],
    [{ h3ClaimedAltSvc: false, h3ClaimedDns: true }, { 'h3 claimed': 'DNS' }],
    [{ h3ClaimedAltSvc: false, h3ClaimedDns: false }, { 'h3 claimed': 'no' }],
    [{ h3ClaimedAltSvc: false, h3ClaimedDns: null }, { 'h3 claimed': '–' }],
    [{ h3ClaimedAltSvc: null, h3ClaimedDns: true }, { 'h3 claimed': 'DNS' }],
    [{ httpRedirectsToHttps: true, http: false }, { http: '→ https' }],
    [{ tlsVersion: 'TLSv1.3' }, { TLS: '1.3' }],
  ]
  for (const [changes, expected] of cases) {
    const cells = cellsOf({ cdn: 'x', ...changes })
    for (const [name, cell] of Object.entries(expected)) assert.equal(cells[name], cell, name)
  }
})

test('why not names the failure of the site, or of a protocol that it claims', () => {
  const cases: [Parameters<typeof surveyed>[1], RegExp][] = [
    [{ reachable: false, failure: 'dns_nxdomain' }, /dns_nxdomain$/],
    [
      { h1: false, h1Failure: 'tcp_refused', h2: false, h2Failure: 'h2_goaway' },
      /h1: tcp_refused; h2: h2_goaway$/,
    ],
    [{ h1: true, h2: false, h2Failure: 'h2_not_negotiated' }, /–$/],
    [{ h3: false, h3Failure: 'quic_timeout', h3ClaimedDns: true }, /h3: quic_timeout$/],
    [{ h3: false, h3Failure: 'quic_timeout', h3ClaimedDns: false }, /–$/],
  ]
  for (const [changes, expected] of cases)
    assert.match(
      sitesText([surveyed(1, { h1: true, cdn: null, ...changes })], 0, null).split('\n')[1] ?? '',
      expected,
    )
})

test('what is not shown is counted, and within 80 columns every site keeps its name and protocols', () => {
  assert.match(sitesText([surveyed(1)], 3, null), /\n… and 3 more \(--limit 0 shows all/)
  const narrow = sitesText(
    [surveyed(1, { server: 'a-long-name-of-a-server', failure: 'dns_nxdomain' })],
    0,
    80,
  )
  for (const line of narrow.split('\n')) assert.ok(line.length <= 80, line)
  assert.match(narrow, /^rank {2}domain +http +h1 +h2 +h3 /)
  assert.match(narrow, /site1\.test/)
  assert.match(narrow, /dns_nxdom/)
})

const chosen = { rank: 1, rankMagnitude: null, domain: 'a.test', finalOrigin: 'https://a.test' }
const passed = (rank: number, reason: string) =>
  ({ rank, domain: `p${rank}.test`, reason, because: `because of ${rank}` }) as never

test('the chosen sites stand in a table, others are counted by reason, and explained where it needs a word', () => {
  const passedOver = [passed(2, 'not_served'), passed(3, 'not_served'), passed(4, 'same_presence')]
  assert.deepEqual(selectionLines({ selected: [chosen], passedOver }, 4, ['h1', 'h2'], null), [
    '',
    'Selected 1 that serve h1, h2, of 4 sites:',
    '',
    'rank  domain  final origin\n   1  a.test  https://a.test',
    '',
    'Passed over: 2 not_served, 1 same_presence',
    '  p4.test: because of 4',
  ])
})

test('nothing selected and nothing passed over is said; of many explanations the first ten are shown', () => {
  assert.deepEqual(selectionLines({ selected: [], passedOver: [] }, 0, ['h3'], null), [
    '',
    'Selected 0 that serve h3, of 0 sites',
    '',
    'Passed over: none',
  ])
  const many = Array.from({ length: 12 }, (_, i) => passed(i, 'same_presence'))
  const lines = selectionLines({ selected: [], passedOver: many }, 12, ['h3'], null)
  assert.equal(lines.filter((line) => line.includes('because of')).length, 10)
  assert.match(lines.at(-1) ?? '', /… and 2 more/)
})

test('without a seed the survey is the seed of a random order: it is the same each time', () => {
  const sites = Array.from({ length: 20 }, (_, i) =>
    surveyed(i + 1, { h2: true, finalOrigin: `https://site${i + 1}.test` }),
  )
  const options = { select: 5, serve: ['h2'], order: 'random' } as const
  const domains = (surveyId: number, selectSeed?: string) =>
    selectionOf(sites, surveyId, {
      ...options,
      serve: ['h2'],
      ...(selectSeed === undefined ? {} : { selectSeed }),
    }).selected.map(({ domain }) => domain)
  assert.deepEqual(domains(1), domains(1))
  assert.deepEqual(domains(1), domains(2, '1'))
  assert.notDeepEqual(domains(1), domains(2))
})
