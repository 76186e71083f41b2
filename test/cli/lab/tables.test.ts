import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { csvObjects } from '../probe/csv.ts'
import { type Ended, linesOf, temporaryFolder, towline, towlineHere } from '../towline.ts'

const FIXTURES = join(import.meta.dirname, '../../stats/fixtures')
const MEDIANS = join(FIXTURES, 'cablelabs-2012-median-plt.csv')
const skip = existsSync(MEDIANS) ? false : 'the medians of CableLabs 2012 are not there'

const SMALL = [
  'client,page,servers,down_mbps,up_mbps,rtt_ms,loss_pct,https_iw3_ms,spdy_iw3_ms,https_iw10_ms,spdy_iw10_ms',
  'lab,A,1,10,1,20,0,1000,500,800,400',
  'lab,A,2,10,1,20,0,900,,900,300',
  'lab,B,1,10,1,20,1,1000,2000,1000,1250',
  '',
].join('\n')

async function tables(t: TestContext, text: string | Uint8Array, ...args: string[]): Promise<Ended> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'medians.csv')
  await writeFile(file, text)
  const ended = await towlineHere(t, ['tables', 'cablelabs', file, ...args])
  return { ...ended, stderr: ended.stderr.replaceAll(folder.path, '.') }
}

test('the medians of CableLabs 2012 give their Tables 5 to 11', { skip }, async () => {
  await using folder = await temporaryFolder()
  const run = (...args: string[]) =>
    towline(['tables', 'cablelabs', MEDIANS, '--client', 'win7', ...args], { cwd: folder.path })
  const { code, stdout, stderr } = await run()
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const table11 = linesOf(stdout.split('Table 11')[1] ?? '').filter((line) => /^[123] /.test(line))
  assert.deepEqual(
    table11.map((line) => line.slice(line.indexOf('  ')).trim().split(/\s+/).slice(-9)),
    [
      ['72', '4.1', '1.2', '1.0', '0.3', '40', '8', '1.8', '(24)'],
      ['72', '1.5', '1.1', '1.1', '0.9', '58', '0', '1.0', '(24)'],
      ['72', '4.7', '1.4', '1.2', '0.3', '44', '14', '2.1', '(24)'],
    ],
  )
  const csv = csvObjects((await run('--format', 'csv')).stdout).filter(({ table }) => table !== '11')
  const rounded = csv.map(({ table, case: number, row, column, max, mean, min }) =>
    [table, number, row, column, ...[max, mean, min].map((gain) => Number(gain).toFixed(1))].join(','),
  )
  const [, ...printed] = linesOf(await readFile(join(FIXTURES, 'cablelabs-2012-tables.csv'), 'utf8'))
  assert.deepEqual(rounded, printed)
})

test('the table shows each cell with its n, and says what was left out and where the extremes are', async (t) => {
  const { code, stdout, stderr } = await tables(t, SMALL)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.match(stdout, /^\nlab, 3 conditions\n/)
  const [head, pageA, pageB, all] = linesOf(stdout.split('Table 5, case 1: SPDY\n')[1] ?? '')
  assert.match(head ?? '', /^ +servers 1 +servers 2 +servers all$/)
  assert.match(pageA ?? '', /^page A +2\.0 {2}2\.0 \(1\) {3}2\.0 +– +2\.0 {2}2\.0 \(1\) {3}2\.0$/)
  assert.match(pageB ?? '', /^page B +0\.5 {2}0\.5 \(1\) {3}0\.5 +– +0\.5 {2}0\.5 \(1\) {3}0\.5$/)
  assert.match(all ?? '', /^page all +2\.0 {2}1\.3 \(2\) {3}0\.5 +– +2\.0 {2}1\.3 \(2\) {3}0\.5$/)
  assert.match(stdout, /\n1 SPDY +2 +2\.0 +1\.3 +1\.0 +0\.5 +1 +1 +2\.0 \(1\)\n/)
  assert.match(stdout, /\ncase 1: 1 of 3 left out: a median is missing\n/)
  assert.match(
    stdout,
    /\ncase 1: best 2\.0 at page A, 1 server, 10\/1 Mbit\/s, 20 ms, 0 % loss; worst 0\.5 at page B, .* 1 % loss\n/,
  )
  assert.doesNotMatch(stdout, /case 2: . of/)
})

test('CSV and JSON hold the same numbers, not rounded', async (t) => {
  const csv = csvObjects((await tables(t, SMALL, '--format', 'csv')).stdout)
  const json = JSON.parse((await tables(t, SMALL, '--format', 'json')).stdout)
  assert.deepEqual([json.client, json.conditions], ['lab', 3])
  const cells = json.tables.flatMap((table: { cells: unknown[] }) => table.cells)
  assert.equal(csv.length, cells.length + 6)
  const inCsv = csv.find(
    ({ table, row, column }) => table === '9' && row === 'page all' && column === 'servers all',
  )
  const inJson = json.tables[4].cells.at(-1)
  assert.equal(Number(inCsv?.mean), (2.5 + 3 + 0.8) / 3)
  assert.deepEqual(
    [inCsv?.n, inCsv?.left_out, Number(inCsv?.mean)],
    [String(inJson.gains.n), '0', inJson.gains.mean],
  )
  const empty = csv.find(
    ({ table, row, column }) => table === '5' && row === 'page A' && column === 'servers 2',
  )
  assert.deepEqual([empty?.n, empty?.left_out, empty?.mean], ['0', '1', ''])
})

test('a byte order mark and CRLF change nothing', async (t) => {
  const plain = await tables(t, SMALL)
  assert.deepEqual(await tables(t, `\uFEFF${SMALL.replaceAll('\n', '\r\n')}`), plain)
})

test('what a file calls its pages and clients cannot move the cursor', async (t) => {
  const { code, stdout } = await tables(
    t,
    SMALL.replaceAll('lab,A', 'l\u001b[2J,A\u009b').replaceAll('lab', 'l\u001b[2J'),
  )
  assert.equal(code, 0)
  for (const control of ['\u001b', '\u009b']) assert.ok(!stdout.includes(control))
  assert.match(stdout, /^\nl\\u\{1b\}\[2J, 3 conditions\n/)
})

test('several clients need a choice, and a choice has to be one of them', async (t) => {
  const two = `${SMALL}phone,A,1,10,1,20,0,10,5,8,4\n`
  const none = await tables(t, two)
  assert.deepEqual([none.code, none.stdout], [64, ''])
  assert.equal(
    none.stderr,
    'towline: ./medians.csv holds several clients: choose one by --client, of lab, phone\n',
  )
  const wrong = await tables(t, two, '--client', 'xp')
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [64, "towline: ./medians.csv holds no client 'xp', but lab, phone\n"],
  )
  assert.match((await tables(t, two, '--client', 'phone')).stdout, /^\nphone, 1 condition\n/)
})

test('data that cannot be understood is reported in one line with file and line, exit code 65', async (t) => {
  for (const [text, message] of [
    [
      SMALL.replace('900,,', '900,soon,'),
      "./medians.csv: line 3: spdy_iw3_ms is 'soon', not a number of 0 or more",
    ],
    [SMALL.replace('lab,B', 'lab'), './medians.csv: line 4: 10 cells under 11 column names'],
    [
      SMALL.replace('lab,B', 'lab,\u001b[31m"'),
      './medians.csv: line 4: a quotation mark that is not closed or stands alone',
    ],
    ['', './medians.csv: line 1: no column names, expected client,page,'],
    [Buffer.from(SMALL, 'utf16le'), './medians.csv: line 1: no column client'],
    [Uint8Array.of(0xff, 0xfe, 0x61), './medians.csv: not text in UTF-8'],
  ] as const) {
    const { code, stdout, stderr } = await tables(t, text)
    assert.deepEqual([code, stdout, linesOf(stderr).length], [65, '', 1], stderr)
    assert.ok(stderr.startsWith(`towline: ${message}`), stderr)
  }
})

test('a file that is not there, or is a folder, is reported in one line, exit code 66', async (t) => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'sub'))
  for (const [name, message] of [
    ['missing.csv', /^towline: no such file \(.*missing\.csv\)\n$/],
    ['sub', /^towline: .*sub: a folder, not a file\n$/],
  ] as const) {
    const { code, stdout, stderr } = await towlineHere(t, ['tables', 'cablelabs', join(folder.path, name)])
    assert.deepEqual({ code, stdout }, { code: 66, stdout: '' })
    assert.match(stderr, message)
  }
})

test('no file, or no such table, is a wrong command line', async (t) => {
  for (const args of [
    ['tables'],
    ['tables', 'cablelabs'],
    ['tables', 'fly'],
    ['tables', 'cablelabs', 'a', 'b'],
  ]) {
    const { code, stdout } = await towlineHere(t, args)
    assert.deepEqual({ code, stdout }, { code: 64, stdout: '' }, args.join(' '))
  }
})
