import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadReportLines } from '../../../cli/load/load-report-text.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { loadRunById } from '../../../db/load/load-runs.ts'
import { readLoadRun } from '../../../server/load/read-load-run.ts'
import { csvObjects } from '../probe/csv.ts'
import { type Ended, linesOf, temporaryFolder, towlineHere } from '../towline.ts'
import { recordedLoadRun } from './recorded-load-run.ts'

/** What is said of a run in a database of its own. */
async function results(t: TestContext, loadsDone: number, ...args: string[]): Promise<Ended> {
  await using folder = await temporaryFolder()
  const url = join(folder.path, 'test.sqlite')
  {
    await using db = await openDatabase({ url })
    await recordedLoadRun(db, loadsDone)
  }
  return await towlineHere(t, ['load', 'results', ...args, '--database', url])
}

test('an arm is a column, lower bounds are marked and explained, and no line is wider than 80', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: join(folder.path, 'test.sqlite') })
  const run = await loadRunById(db, await recordedLoadRun(db))
  assert.ok(run !== null)
  const lines = loadReportLines((await readLoadRun(db, run)).report, 80)
  for (const line of lines) assert.ok(line.length <= 80, line)
  const lineOf = (heading: string): string => lines.find((line) => line.startsWith(heading)) ?? ''
  assert.match(lineOf('towline'), /^towline +h1 +h2$/)
  // 30, 31 and 32 pages/s: 31.0 ± 2.5 by Student’s t of logarithms. Nobody broke the limit under h2.
  assert.match(lineOf('highest rate'), /pages\/s +31 \(28\.6–33\.6\) +≥ 30$/)
  // Those of the last interval below the limit, to those at the end of the first above it.
  assert.match(lineOf('SLA users'), /users +40 \(40–80\) +≥ 80$/)
  assert.match(lineOf('users at first error'), /error +70 \(60–70\) +≥ 80$/)
  assert.match(lineOf('CPU per page, ms'), / +4\.84 \(4\.47–5\.24\) +3\.23 \(2\.98–3\.5\)$/)
  assert.match(lineOf('memory per user'), /kB +60 \(60–60\) +20 \(20–20\)$/)
  assert.match(lineOf('sockets per user'), /user +6 \(6–6\) +1 \(1–1\)$/)
  assert.match(lineOf('costs up to, users'), / +60 \(limit passed\) +60 \(client busy\)$/)
  assert.match(lineOf('CPU per page, × h1'), / +– +0\.667 \(0\.667–0\.667\)$/)
  assert.equal(lineOf('highest rate, ×'), '')
  assert.match(lineOf('errors of h1'), /: 12 tcp_timeout$/)
  // 30, 31 and 32 pages/s: 32 is 3.3 % above their geometric mean, 30 is 3.2 % below; lower bounds are left out.
  const repeats = lines.slice(lines.findIndex((line) => line.startsWith('towline: repetitions, ±%')))
  assert.match(repeats[1] ?? '', /^highest rate +3\.3 \(17\.4, n = 3\) +–$/)
  const text = lines.join(' ')
  assert.match(text, /Within ±5 % are all repetitions of \d+ of \d+ figures\./)
  assert.match(text, /≥ is a lower bound: the client’s core was more than half busy/)
  assert.match(
    text,
    /limit passed: p95 of page times passed the limit, or no page was done\. client busy: the client’s core/,
  )
  assert.match(text, /No verdict is given on fewer than 6 repetitions\./)
})

test('a run by a quick build says so, and no other does', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: join(folder.path, 'test.sqlite') })
  const run = await loadRunById(db, await recordedLoadRun(db))
  assert.ok(run !== null)
  const { report } = await readLoadRun(db, run)
  const textBy = (build: string): string => {
    const versions = { ...run.versions, 'towline-load': `towline-load 0.1.0 (tokio 1.54.1${build})` }
    return loadReportLines({ ...report, run: { ...run, versions } }, 80).join(' ')
  }
  assert.match(textBy(', quick build'), /By programs of a quick build \(--quick-build\)/)
  assert.doesNotMatch(textBy(''), /quick build/)
})

test('CSV has a line for each figure and each ratio that is known', async (t) => {
  const rows = csvObjects((await results(t, 6, 'latest', '--format', 'csv')).stdout)
  const row = (arm: string, figure: string, unit: string) =>
    rows.find((each) => each.arm === arm && each.figure === figure && each.unit === unit)
  assert.deepEqual(row('h2', 'slaUsers', 'users'), {
    ...{ server: 'towline', arm: 'h2', figure: 'slaUsers', unit: 'users' },
    ...{ n: '3', value: '80', low: '', high: '', lower_bound: 'client', verdict: '' },
    ...{ cost_users: '', cost_end: '' },
  })
  const cost = row('h2', 'cpuMsPerPage', 'ms')
  assert.deepEqual([cost?.cost_users, cost?.cost_end], ['60', 'client'])
  assert.ok(Math.abs(Number(row('h2', 'memoryBytesPerUser', 'times h1')?.value) - 1 / 3) < 1e-6)
  assert.equal(row('h2', 'slaUsers', 'times h1'), undefined)
})

test('JSON has the figures of each repetition; a run that is not finished shows what it has', async (t) => {
  const { code, stdout, stderr } = await results(t, 3, '1', '--format', 'json')
  assert.deepEqual([code, stderr], [0, 'load run 1 is not finished: this is what it has so far\n'])
  const { loads, arms } = JSON.parse(stdout)
  assert.deepEqual(loads, { done: 3, planned: 6 })
  assert.deepEqual(
    arms.map(
      ({
        arm,
        repetitions,
        figures,
      }: {
        arm: string
        repetitions: object[]
        figures: { slaUsers: object }
      }) => [...[arm, repetitions.length, (figures.slaUsers as { interval: unknown }).interval]],
    ),
    [
      ['h1', 1, null],
      ['h2', 2, null],
    ],
  )
})

test('a run with nothing done, and one that is not there', async (t) => {
  const { code, stdout } = await results(t, 0)
  assert.equal(code, 0)
  assert.match(stdout, /\n0 of 6 loads, /)
  const missing = await results(t, 0, '7')
  assert.deepEqual([missing.code, linesOf(missing.stderr).length], [66, 1])
})
