import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, type TestContext, test } from 'node:test'
import { ENTRY } from '../../../cli/options/entry.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { claimSites } from '../../../db/survey/site-leases.ts'
import { markRunning } from '../../../db/survey/surveys.ts'
import { surveyOf } from '../../db/campaign/samples.ts'
import { csvObjects, parseCsv } from '../probe/csv.ts'
import { type Ended, environment, temporaryFolder, towlineHere } from '../towline.ts'
import { addSurvey, type Site } from './survey-database.ts'

const IDN = 'xn--mnchen-3ya.test'
/** A site of which others chose every text. */
const HOSTILE: Site = {
  domain: IDN,
  server: '=cmd|\u001b[31mcalc\u202e',
  certOrganization: '+1 "Quoted", Inc.\n@SUM(A1)',
  cdn: '-2+3',
  tlsGroup: '\tX',
}
const FIRST: readonly Site[] = [
  { domain: 'all.test' },
  { domain: 'h1.test', h2: false, h3: false, h3ClaimedAltSvc: false, h2Failure: 'h2_not_negotiated' },
  { domain: 'claimed.test', h3: false, h3Failure: 'quic_timeout' },
  {
    domain: 'gone.test',
    reachable: false,
    failure: 'dns_nxdomain',
    finalOrigin: null,
    h1: null,
    h2: null,
    h3: null,
  },
  HOSTILE,
]
const SECOND: readonly Site[] = [
  { domain: 'all.test' },
  { domain: 'h1.test', h3: false, h3ClaimedAltSvc: false },
  { domain: 'claimed.test' },
  { domain: 'new.test' },
]

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: string
before(async () => {
  folder = await temporaryFolder()
  database = join(folder.path, 'survey.sqlite')
  await addSurvey(database, FIRST)
  await addSurvey(database, SECOND)
})
after(async () => {
  await folder[Symbol.asyncDispose]()
})

async function read(t: TestContext, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await towlineHere(t, [...args, '--database', database])
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return stdout
}

test('show is a table with a line a site, unknown told from no', async (t) => {
  const lines = (await read(t, 'survey', 'show', '1')).split('\n')
  assert.match(lines[0] ?? '', /^rank {2}domain +http +h1 +h2 +h3 +h3 claimed/)
  assert.match(lines[1] ?? '', /^ {3}1 {2}all\.test +→ https {2}yes {2}yes {2}yes {2}Alt-Svc/)
  assert.match(lines[2] ?? '', /^ {3}2 {2}h1\.test +→ https {2}yes {2}no +no +no /)
  assert.match(lines[3] ?? '', /claimed\.test .* h3: quic_timeout$/)
  assert.match(lines[4] ?? '', /gone\.test +→ https {2}– +– +– .* dns_nxdomain$/)
  assert.equal(lines.length, FIRST.length + 2)
})

test('show takes a number or latest, and shows no more than its limit, saying so', async (t) => {
  assert.match(await read(t, 'survey', 'show'), /new\.test/)
  assert.match(await read(t, 'survey', 'show', 'latest'), /new\.test/)
  assert.doesNotMatch(await read(t, 'survey', 'show', '1'), /new\.test/)
  const two = await read(t, 'survey', 'show', '1', '--limit', '2')
  assert.match(two, /h1\.test/)
  assert.doesNotMatch(two, /claimed\.test/)
  assert.match(two, /\n… and 3 more \(--limit 0 shows all/)
  assert.match(await read(t, 'survey', 'show', '1', '--limit', '0'), new RegExp(IDN))
})

test('show as CSV holds every fact of every site and reads back; no cell is run as a formula', async (t) => {
  const sites = csvObjects(await read(t, 'survey', 'show', '1', '--format', 'csv'))
  assert.deepEqual(
    sites.map(({ domain }) => domain),
    FIRST.map(({ domain }) => domain),
  )
  const [all, , , gone, hostile] = sites
  assert.deepEqual([all?.h3, all?.status, all?.rtt_ms, all?.failure], ['true', '200', '12.25', ''])
  assert.deepEqual([gone?.reachable, gone?.h2, gone?.final_origin], ['false', '', ''])
  assert.equal(hostile?.server, "'=cmd|\\u{1b}[31mcalc\\u{202e}")
  assert.equal(hostile?.cert_organization, `'+1 "Quoted", Inc.\\u{a}@SUM(A1)`)
  assert.deepEqual([hostile?.cdn, hostile?.tls_group], ["'-2+3", "'\\u{9}X"])
  for (const site of sites) for (const cell of Object.values(site)) assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
})

test('show as JSON is an array with every fact as it was recorded', async (t) => {
  const sites = JSON.parse(await read(t, 'survey', 'show', '1', '--format', 'json'))
  assert.equal(sites.length, FIRST.length)
  const { domain, server, certOrganization, h3, rttMs } = sites[4]
  assert.deepEqual(
    { domain, server, certOrganization, h3, rttMs },
    {
      domain: IDN,
      server: HOSTILE.server,
      certOrganization: HOSTILE.certOrganization,
      h3: true,
      rttMs: 12.25,
    },
  )
  assert.equal(sites[3].h2, null)
})

test('no text of a server reaches the terminal unescaped', async (t) => {
  for (const args of [
    ['survey', 'show', '1'],
    ['survey', 'summary', '1'],
    ['select', '--survey', '1'],
  ]) {
    const shown = await read(t, ...args)
    for (const character of ['\u001b', '\u202e', '\t']) assert.ok(!shown.includes(character), args.join(' '))
  }
})

test('list shows the surveys, newest first, in every format', async (t) => {
  const table = (await read(t, 'survey', 'list')).split('\n')
  assert.match(table[0] ?? '', /^survey {2}started \(UTC\) +state +sites +list +network +vantage$/)
  assert.match(table[1] ?? '', /^ {5}2 {2}2026-11-21 00:00 {2}finished +4 {2}list\.csv +own +–$/)
  const ids = csvObjects(await read(t, 'survey', 'list', '--format', 'csv')).map(({ survey }) => survey)
  assert.deepEqual(ids, ['2', '1'])
  assert.deepEqual(
    JSON.parse(await read(t, 'survey', 'list', '--format', 'json')).map(({ id }: { id: number }) => id),
    [2, 1],
  )
})

test('summary counts over all and over reachable sites, in every format', async (t) => {
  const table = await read(t, 'survey', 'summary', '1')
  assert.match(table, /^\nSurvey 1: 5 sites, 4 reachable, list list\.csv, 2026-11-21, finished\n/)
  assert.match(table, /\nHTTP\/2 over TLS answered +3 +60\.0 % \(23\.1–88\.2\) +75\.0 % \(30\.1–95\.4\) +1\n/)
  assert.match(table, /\ndns_nxdomain +1 +0 +0 +0\n/)
  assert.ok(
    table.split('\n').every((line) => [...line].length <= 110),
    'lines fit a terminal',
  )
  const csv = csvObjects(await read(t, 'survey', 'summary', '1', '--format', 'csv'))
  const h2 = csv.find((row) => row.grouping === 'all' && row.row === 'h2')
  assert.deepEqual([h2?.n, h2?.count, h2?.unknown, h2?.share_of_all], ['5', '3', '1', '0.6'])
  const { n, reachable } = JSON.parse(await read(t, 'survey', 'summary', '1', '--format', 'json'))
  assert.deepEqual({ n, reachable }, { n: 5, reachable: 4 })
})

test('diff tells gains, losses and churn from one survey to the other, in every format', async (t) => {
  const table = await read(t, 'survey', 'diff', '1', '2')
  assert.match(
    table,
    /survey 1 \(2026-11-21, 5 sites\) → survey 2 \(2026-11-21, 4 sites\)\n3 sites in both, 2 only before, 1 only after/,
  )
  assert.match(table, /\ngained h2: h1\.test\n/)
  assert.match(table, /\ngained h3: claimed\.test\n/)
  assert.equal(await read(t, 'survey', 'diff', '1'), table, 'the later survey is the latest by default')
  const h3 = csvObjects(await read(t, 'survey', 'diff', '1', '2', '--format', 'csv')).find(
    ({ row }) => row === 'h3',
  )
  assert.deepEqual([h3?.gained, h3?.lost, h3?.kept, h3?.appeared, h3?.disappeared], ['1', '0', '1', '1', '1'])
  const json = JSON.parse(await read(t, 'survey', 'diff', '1', '2', '--format', 'json'))
  assert.deepEqual([json.before.id, json.after.id, json.both], [1, 2, 3])
  const back = csvObjects(await read(t, 'survey', 'diff', '2', '1', '--format', 'csv')).find(
    ({ row }) => row === 'h3',
  )
  assert.deepEqual([back?.gained, back?.lost], ['0', '1'])
})

test('site shows every operation of one site, whichever way its name is written', async (t) => {
  const table = await read(t, 'survey', 'site', 'München.test', '--survey', '1')
  assert.equal(table, await read(t, 'survey', 'site', IDN, '--survey', '1'))
  assert.match(table, /^start ms {2}took ms {2}operation/)
  assert.match(
    table,
    /\n +1\.5 +2\.8 {2}http2 .* {2}https:\/\/xn--mnchen-3ya\.test:443\/ {2}192\.0\.2\.1 {2}ok +status 200\n/,
  )
  assert.equal(parseCsv(await read(t, 'survey', 'site', 'all.test', '--format', 'csv')).length, 4)
  assert.equal(JSON.parse(await read(t, 'survey', 'site', 'all.test', '--format', 'json')).length, 3)
})

test('a survey, a site or a name that is not there is reported in one line', async (t) => {
  const cases: [string[], number, RegExp][] = [
    [['survey', 'show', '7'], 66, /survey\.sqlite holds no survey 7 \(see `towline survey list`\)/],
    [['survey', 'show', '0'], 66, /holds no survey 0/],
    [['survey', 'show', 'newest'], 64, /'newest' is no survey: give its number .* or 'latest'/],
    [['survey', 'show', '-1'], 64, /'-1' is no survey/],
    [['survey', 'show', '99999999999999'], 64, /is no survey/],
    [['survey', 'summary', '7'], 66, /no survey 7/],
    [['survey', 'diff', '1', '7'], 66, /no survey 7/],
    [['survey', 'diff', '2'], 66, /survey 2 would be compared with itself/],
    [['survey', 'diff', 'a'], 64, /'a' is no survey/],
    [['survey', 'site', 'nowhere.test'], 66, /survey 2 has no site 'nowhere\.test'/],
    [['survey', 'site', '\u001b[2J'], 66, /has no site '\\u\{1b\}\[2J'/],
    [['select', '--survey', '7'], 66, /no survey 7/],
  ]
  for (const [args, wanted, says] of cases) {
    const { code, stdout, stderr }: Ended = await towlineHere(t, [...args, '--database', database])
    assert.deepEqual({ code, stdout }, { code: wanted, stdout: '' }, stderr)
    assert.match(stderr, says)
    assert.match(stderr, /^towline: [^\n]+\n(\(see --help\)\n)?$/)
  }
})

test('an unfinished survey shows what it has and says that it is unfinished; CSV has its headings', async (t) => {
  const unfinished = join(folder.path, 'unfinished.sqlite')
  {
    await using db = await openDatabase({ url: unfinished })
    await surveyOf(db, 3)
  }
  const show = await towlineHere(t, ['survey', 'show', '--format', 'csv', '--database', unfinished])
  assert.equal(show.code, 0)
  assert.match(show.stdout, /^rank,rank_magnitude,domain,reachable,.*,body_bytes,h1_note,h2_evidence\n$/)
  assert.equal(show.stderr, 'survey 1 is not finished: this is what it has so far\n')
  const json = await towlineHere(t, ['survey', 'show', '--format', 'json', '--database', unfinished])
  assert.deepEqual(JSON.parse(json.stdout), [])
  const site = await towlineHere(t, ['survey', 'site', 'site2.test', '--database', unfinished])
  assert.match(site.stdout, /^nothing was recorded of site2\.test: it has not been visited yet\n$/)
})

test('list calls a survey stopped whose run was killed, and running one whose run is alive', async (t) => {
  const database = join(folder.path, 'killed.sqlite')
  const states = async (): Promise<string[]> => {
    const { stdout } = await towlineHere(t, ['survey', 'list', '--format', 'json', '--database', database])
    return (JSON.parse(stdout) as { state: string }[]).map(({ state }) => state)
  }
  const owner = spawn(process.execPath, ['-e', OWNER], { stdio: ['pipe', 'pipe', 'inherit'] })
  const name = String(await once(owner.stdout, 'data')).trim()
  {
    await using db = await openDatabase({ url: database })
    const surveyId = await surveyOf(db, 3)
    await markRunning(db, surveyId)
    await claimSites(db, { surveyId, owner: name, leaseMs: 60_000 }, 2)
  }
  assert.deepEqual(await states(), ['running'])
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  assert.deepEqual(await states(), ['stopped'])
})

/** A process that holds a run's name until it is killed. */
const OWNER = `import(${JSON.stringify(import.meta.resolve('../../../crawler/process/run-owner.ts'))})
  .then(({ runOwner }) => { console.log(runOwner().name); process.stdin.resume() })`

async function piped(script: string): Promise<Ended> {
  const env = environment({ DATABASE_URL: database, NODE: process.execPath, TOWLINE: ENTRY })
  const child = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { code, stdout, stderr }
}

test('a reader of ours that leaves early is no failure', async () => {
  const ended = await piped('"$NODE" "$TOWLINE" survey show 1 --format csv | head -1; exit $PIPESTATUS')
  assert.deepEqual({ code: ended.code, stderr: ended.stderr }, { code: 0, stderr: '' })
  assert.match(ended.stdout, /^rank,rank_magnitude,domain/)
  const gone = await piped('{ sleep 1; "$NODE" "$TOWLINE" survey show 1; echo "exit $?" >&2; } | true')
  assert.deepEqual(gone, { code: 0, stdout: '', stderr: 'exit 0\n' })
})

test('output that cannot be written is reported with exit code 74', async () => {
  const ended = await piped('"$NODE" "$TOWLINE" survey show 1 >/dev/full')
  assert.deepEqual(ended, {
    code: 74,
    stdout: '',
    stderr: 'towline: the output cannot be written: ENOSPC: no space left on device, write\n',
  })
})

test('reading leaves no file that was not there but what SQLite keeps beside an open database', async () => {
  const own = (await readdir(folder.path)).filter((name) => !/\.sqlite(-wal|-shm)?$/.test(name))
  assert.deepEqual(own, [])
})
