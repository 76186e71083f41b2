import assert from 'node:assert/strict'
import { copyFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { besideNeotys } from '../../../cli/papers/beside-neotys.ts'
import { readKeptLoadRuns, writeKeptLoadRun } from '../../../cli/papers/kept-load-runs.ts'
import { papersReport } from '../../../cli/papers/papers-report.ts'
import { statementRows } from '../../../cli/papers/statement-rows.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { loadRunById } from '../../../db/load/load-runs.ts'
import { readLoadRun } from '../../../server/load/read-load-run.ts'
import { recordedLoadRun } from '../load/recorded-load-run.ts'
import { temporaryFolder, towlineHere } from '../towline.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DOCS = join(ROOT, 'docs/results')

interface Kept {
  readonly loadsDone?: number
  /** Share of the server's core under HTTP/2; 0.5 under HTTP/1.1. */
  readonly h2Busy?: number
  readonly isFull?: boolean
}

/** Keeps a recorded run as one of Apache in plan `neotys`. */
async function keep(folder: string, { loadsDone = 6, h2Busy = 0.5, isFull = false }: Kept): Promise<void> {
  await using db = await openDatabase({ url: join(folder, `${Math.random()}.db`) })
  const id = await recordedLoadRun(db, loadsDone)
  await db.query("UPDATE loads SET server = 'apache'")
  await db.query(
    "UPDATE load_seconds SET server_cores_busy = ? WHERE load IN (SELECT load FROM loads WHERE arm = 'h2')",
    [h2Busy],
  )
  const run = (await loadRunById(db, id)) ?? assert.fail()
  const { ramp } = run.plan as { readonly ramp: object }
  const plan = { ...run.plan, servers: ['apache'], ...(isFull && { fullRamp: ramp }) }
  assert.ok(await writeKeptLoadRun(db, { ...run, name: 'neotys', plan }, join(folder, 'results')))
}

async function pagesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const made = await papersReport(join(folder, 'results'), DOCS)
  return new Map(made.map(([file, text]) => [file.slice(DOCS.length + 1), text]))
}

test('a kept load run decides statements, and the verdict turns when loads that say the opposite take its place', async () => {
  await using folder = await temporaryFolder()
  const verdict = async () => {
    const loads = await readKeptLoadRuns(join(folder.path, 'results'))
    return statementRows(new Map(), loads, 'neotys:table-cpu').map((row) => [row.arm, row.verdict, row.here])
  }
  assert.deepEqual(await verdict(), [['h2', 'not measured', null]])
  await keep(folder.path, { isFull: true })
  assert.deepEqual(await verdict(), [['h2', 'not measured', null]])
  await keep(folder.path, {})
  assert.deepEqual(await verdict(), [['h2', 'found again', '0 points (0 points to 0 points)']])
  await keep(folder.path, { h2Busy: 0.7 })
  assert.deepEqual(await verdict(), [['h2', 'not found', '20 points (20 points to 20 points)']])
  await keep(folder.path, { loadsDone: 4 })
  assert.deepEqual(await verdict(), [['h2', 'not decided', '0 points, too few']])
})

test('the page of load runs has Neotys’s figures beside their own, what limited each, and verdicts in words', async () => {
  await using folder = await temporaryFolder()
  await keep(folder.path, { isFull: true, loadsDone: 4 })
  await keep(folder.path, {})
  const pages = await pagesOf(folder.path)
  const page = pages.get('neotys.md') ?? assert.fail()
  const words = page.replaceAll(/\s+/g, ' ')
  assert.match(page, /^# Results of load plan `neotys`\n/)
  assert.match(
    words,
    /- \*\*found again\*\*, \[neotys:table-cpu\]\(.*?\): At equal load .* n = 3; it holds with/,
  )
  assert.match(words, /- \*\*not decided\*\*, \[neotys:table-rate\]\(.*?\): .*: unknown \(lower bound: /)
  assert.match(page, /\n {37}HTTP 2013 {2}HTTPS 2013 {2}SPDY 2013 {2}HTTP\/1.1, n = 2 {2}HTTP\/2, n = 2\n/)
  assert.match(page, /\nhighest rate, pages\/s +16.3 +15.9 +98 +\d\S* \(\S+–\S+\) +≥ \d/)
  assert.match(page, /\npage time at 777 users, s +70.2 +72 +2.7 +– +–\n/)
  assert.match(page, /\napache, HTTP\/1.1 +connections not taken or closed \(3 of 3\) +80 +50 % +30 % +– /)
  assert.match(page, /\nApache 2\.4 +3 +3\n[\s\S]*\nApache 2\.4 +2 of 3 +2 of 3\n/)
  assert.match(page, /`towline load run neotys --server apache`:[\s\S]*--server apache --full`:/)
  assert.match(words, / 4 of 6, not finished +2026-11-23 +1 +not recorded /)
  assert.match(pages.get('pictures/neotys-load-apache.svg') ?? '', /<rect class="ours open" /)
  assert.equal(pages.get('pictures/neotys-load-apache.svg')?.match(/<rect class="theirs" /g)?.length, 9)
  assert.match(
    pages.get('README.md') ?? '',
    /\n\| \[neotys\]\(neotys\.md\), Apache 2\.4, 1 to 100 users in 10 s \| 2026-11-23 \| 6 \| /,
  )
})

test('a real load run is kept small, and its figures are those of its database', async (t) => {
  await using folder = await temporaryFolder()
  const url = join(folder.path, 'recorded.sqlite')
  await copyFile(join(ROOT, 'demo/recorded.sqlite'), url)
  const results = join(folder.path, 'results')
  const { code, stdout } = await towlineHere(t, [
    ...['papers', 'keep', '1', '--load', '--database', url, '--results', results],
  ])
  assert.equal(code, 0)
  assert.match(stdout, /quick\/load\/towline: 9 loads, \d+ bytes\n/)
  const kept = join(results, 'quick/load/towline')
  const files = (await readdir(kept)).toSorted()
  assert.deepEqual(files, ['intervals.parquet', 'loads.parquet', 'run.json', 'seconds.parquet'])
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(kept, file))).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  await using db = await openDatabase({ url, readOnly: true })
  const run = (await loadRunById(db, 1)) ?? assert.fail()
  const recorded = await readLoadRun(db, run)
  const [read] = await readKeptLoadRuns(results)
  const { facts, ...found } = read ?? assert.fail()
  // Versions of servers and link stand with each load in the database.
  assert.match(facts.versions['server-towline'] ?? '', /^towline-origin /)
  const { report, loads } = recorded
  const versions = facts.versions
  assert.deepEqual(found, { report: { ...report, run: { ...report.run, versions } }, loads })
  const [seconds] = await db.query('SELECT count(*) AS n FROM load_seconds WHERE load_run_id = 1')
  // The longest plan has 7,560 seconds.
  assert.ok((bytes / Number(seconds?.n)) * 7_560 < 1_000_000, `${bytes} bytes`)
  assert.match((await pagesOf(folder.path)).get('load-quick.md') ?? '', /^# Results of load plan `quick`\n/)
})

test('an unfinished load run is kept only where that is said, and one without a whole load never', async (t) => {
  await using folder = await temporaryFolder()
  const keepOf = async (loadsDone: number, ...flags: readonly string[]) => {
    const url = join(folder.path, `${loadsDone}.sqlite`)
    {
      await using db = await openDatabase({ url })
      if ((await loadRunById(db, 1)) === null) await recordedLoadRun(db, loadsDone)
    }
    const kept = join(folder.path, 'results')
    return await towlineHere(t, ['papers', 'keep', '--load', '--database', url, '--results', kept, ...flags])
  }
  const refused = await keepOf(4)
  assert.equal(refused.code, 64)
  assert.match(refused.stderr, /load run 1 is stopped: --resume finishes it/)
  assert.match((await keepOf(4, '--unfinished')).stdout, /mine\/load\/towline: 4 loads, /)
  const none = await keepOf(0, '--unfinished')
  assert.equal(none.code, 66)
  assert.match(none.stderr, /load run 1 has no load that came to its end/)
})

test('memory stands beside that of Neotys’s first and second minute by users', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: join(folder.path, 'run.sqlite') })
  const run = (await loadRunById(db, await recordedLoadRun(db))) ?? assert.fail()
  const { report, loads } = await readLoadRun(db, run)
  const [first = assert.fail()] = report.arms
  // Twice as many users with the same memory: 30 kB a user.
  const doubled = loads.map((load) => ({
    ...load,
    intervals: load.intervals.map((interval) => ({
      ...interval,
      ...{ usersFrom: 2 * interval.usersFrom, usersTo: 2 * interval.usersTo },
    })),
  }))
  const ofArm = doubled.filter(({ row }) => row.arm === first.arm)
  assert.match(
    besideNeotys([{ report: first, loads: ofArm, slaMs: 3_000 }]).join('\n'),
    /\nmemory added from minute 1 to 2, MB +59 +79 +24 +1\.5\n/,
  )
})
