import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { planFiles } from '../../../lab/plan/find-plan.ts'
import { csvObjects } from '../probe/csv.ts'
import { type Ended, linesOf, temporaryFolder, towline, towlineHere } from '../towline.ts'

/** What is said of a plan that stands in a file of its own. */
async function planned(t: TestContext, text: string, ...args: string[]): Promise<Ended> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'mine.yaml')
  await writeFile(file, text)
  const ended = await towlineHere(t, ['lab', 'plan', file, ...args])
  return { ...ended, stderr: ended.stderr.replaceAll(folder.path, '.') }
}

const STREAMS = [
  'title: a test',
  'source: nobody',
  'arms: [http, h1, h2]',
  'rounds: 4',
  'held: {page: empty}',
  'factors: {rttMs: [20, 100], streams: [1, 10]}',
  '',
].join('\n')

test('a plan is shown with its factors, samples, time and what is left out', async (t) => {
  const { code, stdout, stderr } = await planned(t, STREAMS)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.match(
    stdout,
    /^mine: a test\nafter nobody\n\nfactor +levels\npage +held +empty\nrttMs +2 +20, 100\nstreams +2 +1, 10\n/,
  )
  assert.match(
    stdout,
    /\narms {5}http, h1 \(baseline\), h2\ncells {4}4\nsamples {2}40: 4 rounds, 2000 ms between loads\n/,
  )
  assert.match(stdout, /\n +below 6 rounds no interval can be computed\n/)
  assert.match(stdout, /\nloads {4}the longest takes 0\.\d s at least\n/)
  assert.match(stdout, /\ntime {5}some \d+ min on one lane: /)
  assert.match(stdout, /\nhttp is left out of 2 of 4 cells: HTTP\/1\.1 has no streams\n/)
  assert.match(stdout, /\nwhat this machine lacks: see --dry-run\n$/)
})

test('skipped cells are counted apart, with the reason', async (t) => {
  const { stdout } = await planned(t, STREAMS.replace('[http, h1, h2]', '[http, h1]'))
  assert.match(stdout, /\ncells {4}2, and 2 skipped\nsamples {2}16: /)
  assert.match(stdout, /\n2 cells are skipped: HTTP\/1\.1 has no streams\n/)
})

test('of very many levels the first and the last are shown, in a few lines of 80 characters', async (t) => {
  const levels = Array.from({ length: 300 }, (_, index) => 1_000 + index)
  const { stdout } = await planned(t, STREAMS.replace('[20, 100]', `[${levels}]`))
  const table = stdout.slice(stdout.indexOf('\nfactor'), stdout.indexOf('\narms'))
  assert.ok(table.split('\n').every((line) => line.length <= 80))
  const row = table.slice(table.indexOf('rttMs'), table.indexOf('\nstreams')).replace(/\s+/g, ' ')
  const [, first = '', more] = /^rttMs 300 (.*), … (\d+) more …, 1299$/.exec(row) ?? []
  assert.equal(first.split(', ').length + Number(more) + 1, 300)
})

test('CSV has a line for each cell, JSON the whole plan', async (t) => {
  const rows = csvObjects((await planned(t, STREAMS, '--format', 'csv')).stdout)
  assert.deepEqual(
    rows.map(({ cell, rttMs, streams, arms, left_out }) => [cell, rttMs, streams, arms, left_out].join('|')),
    [
      '0|20|1|http h1 h2|',
      '1|20|10|h1 h2|http: HTTP/1.1 has no streams (as in cell 0)',
      '2|100|1|http h1 h2|',
      '3|100|10|h1 h2|http: HTTP/1.1 has no streams (as in cell 2)',
    ],
  )
  const { plan, estimate, lacks } = JSON.parse((await planned(t, STREAMS, '--format', 'json')).stdout)
  assert.deepEqual([plan.name, plan.cells.length, estimate.samples, lacks], ['mine', 4, 40, null])
})

test('a dry run says what the machine lacks, and installs and starts nothing', async () => {
  await using folder = await temporaryFolder()
  const args = ['lab', 'plan', 'quick', '--dry-run', '--cache', join(folder.path, 'cache')]
  const env = { PUPPETEER_EXECUTABLE_PATH: join(folder.path, 'no-browser') }
  const { code, stdout, stderr } = await towline(args, { cwd: folder.path, env })
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const lacks = linesOf(stdout.split('this machine lacks:\n')[1] ?? '')
  assert.ok(
    lacks.some((line) => /^ {2}needed: no Chromium or Chrome: run scripts\/setup-browser\.sh/.test(line)),
    stdout,
  )
  assert.ok(
    lacks.some((line) =>
      /^ {2}needed: the server of the lab is not built yet: run scripts\/setup-origin\.sh/.test(line),
    ),
    stdout,
  )
})

test('towline’s own plans are found by name from any folder, and listed with what they come to', async () => {
  await using folder = await temporaryFolder()
  const list = await towline(['lab', 'plan', '--list', '--format', 'csv'], { cwd: folder.path })
  const plans = csvObjects(list.stdout)
  assert.deepEqual(
    plans
      .filter(({ plan }) => plan === 'cablelabs')
      .map(({ cells, arms, samples }) => [cells, arms, samples]),
    [['144', 'h1 h2 h3', '4320']],
  )
  assert.deepEqual(plans.map(({ plan }) => plan).sort(), [...(await planFiles()).keys()].sort())
  for (const { estimated_ms } of plans) assert.ok(Number(estimated_ms) > 60_000)
})

test('of several faults each is one line, the first of the file last', async (t) => {
  const { code, stdout, stderr } = await planned(
    t,
    'title: x\narms: [h1]\nrounds: 0\nheld:\n  rttMs: -5\n  rtt: 3\n',
  )
  assert.deepEqual({ code, stdout }, { code: 65, stdout: '' })
  const lines = linesOf(stderr)
  assert.equal(lines.length, 3)
  for (const line of lines) assert.match(line, /^towline: \.\/mine\.yaml:[356]: /)
})

test('what is no plan is one line and an exit code', async (t) => {
  await using folder = await temporaryFolder()
  const cases: [string[], number, RegExp][] = [
    [[], 64, /either a plan or --list/],
    [['quick', '--list'], 64, /either a plan or --list/],
    [['quik'], 66, /^towline: no plan 'quik': is quick meant\?$/],
    [[join(folder.path, 'none.yaml')], 66, /no such file \(.*none\.yaml\)$/],
    [[`${folder.path}/`], 66, /a folder, not a file/],
  ]
  for (const [args, code, says] of cases) {
    const ended = await towlineHere(t, ['lab', 'plan', ...args])
    assert.deepEqual([ended.code, linesOf(ended.stderr).length], [code, 1], ended.stderr)
    assert.match(linesOf(ended.stderr)[0] ?? '', says)
  }
})

test('many cells want --yes', async (t) => {
  const levels = Array.from({ length: 2_001 }, (_, index) => index)
  const text = `title: x\narms: [h1]\nrounds: 1\nheld: {page: empty}\nfactors: {rttMs: [${levels}]}\n`
  const refused = await planned(t, text)
  assert.deepEqual(
    [refused.code, refused.stderr],
    [65, 'towline: ./mine.yaml:5: 2001 cells: say --yes to that many\n'],
  )
  assert.match((await planned(t, text, '--yes')).stdout, /\ncells {4}2001\n/)
})

test('a run without packets is refused where a factor is read back from them', async (t) => {
  for (const [plan, factor] of [
    ['udp', 'udp'],
    ['handshakes', 'keyExchange'],
  ] as const) {
    const { code, stderr } = await towlineHere(t, ['lab', 'run', plan, '--no-capture'])
    assert.equal(code, 64)
    assert.equal(
      stderr.trim(),
      `towline: ${factor} of ${plan} is read back from packets: leave out --no-capture`,
    )
  }
})
