import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readKeptRuns } from '../../../cli/papers/read-kept-runs.ts'
import { decidingRuns, statementRows } from '../../../cli/papers/statement-rows.ts'
import { writeKeptRun } from '../../../cli/papers/write-kept-run.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labRunById } from '../../../db/lab/lab-runs.ts'
import { type WrittenCell, writeLabRun } from '../lab/lab-run-database.ts'
import { temporaryFolder, towlineHere } from '../towline.ts'

/** Ten rounds about a value. */
const about = (ms: number): number[] => Array.from({ length: 10 }, (_, round) => ms * (0.99 + round / 500))

/** The plan of Elkhatib's Figure 6 at its ends, with what HTTP/2 saves without loss and at 3 %, in percent; imgur changes most. */
function lossCells(without: number, most: number): WrittenCell[] {
  return ['twitter', 'youtube', 'imgur'].flatMap((page) =>
    [0, 0.03].map((lossFraction): WrittenCell => {
      const atMost = page === 'imgur' ? without + 2 * (most - without) : most
      const ms = 1_000 * (1 - (lossFraction === 0 ? without : atMost) / 100)
      return {
        factors: { page: `graph:${page}`, lossFraction, downMbps: 1, upMbps: 1, rttMs: 150 },
        pltMs: { h1: about(1_000), h2: about(ms), h3: [...about(ms).slice(1), null] },
      }
    }),
  )
}

/** Keeps such a run as one of `elkhatib-loss`; Time on Wire is what was written as page load time. */
async function keep(folder: string, cells: readonly WrittenCell[]): Promise<void> {
  await using db = await openDatabase({ url: join(folder, `${Math.random()}.db`) })
  const id = await writeLabRun(db, cells, { plan: { title: 'Loss', rounds: 10 } })
  await db.query("UPDATE sample_metrics SET metric = 'tow_ms' WHERE metric = 'plt_ms'")
  const run = await labRunById(db, id)
  assert.ok(run)
  await writeKeptRun(db, { ...run, name: 'elkhatib-loss' }, join(folder, 'results'))
}

test('a kept run decides statements, and the verdict turns when samples that say the opposite take its place', async (t) => {
  await using folder = await temporaryFolder()
  const results = join(folder.path, 'results')
  const figure6 = async () =>
    statementRows(decidingRuns(await readKeptRuns(results)), [], 'elkhatib:figure-6').map(
      ({ arm, verdict, cells, rounds, estimate }) => [
        arm,
        verdict,
        cells,
        rounds,
        Math.round(estimate?.value ?? 0),
      ],
    )
  assert.deepEqual(await figure6(), [
    ['h2', 'not measured', null, null, 0],
    ['h3', 'not measured', null, null, 0],
  ])
  await keep(folder.path, lossCells(5, -30))
  // The last round of HTTP/3 failed: it is in no pair.
  assert.deepEqual(await figure6(), [
    ['h2', 'found again', 3, 30, 47],
    ['h3', 'found again', 3, 27, 47],
  ])
  await keep(folder.path, lossCells(-30, 5))
  assert.deepEqual(await figure6(), [
    ['h2', 'turned round', 3, 30, -47],
    ['h3', 'turned round', 3, 27, -47],
  ])
  const { stdout, code } = await towlineHere(t, [
    ...['papers', 'elkhatib:figure-6', '--results', results, '--format', 'csv'],
  ])
  assert.equal(code, 0)
  assert.match(stdout, /^"paper","statement",.*\n"Elkhatib 2014","elkhatib:figure-6",.*,"h2","turned round",/)
})

test('a run without a sample takes the place of no kept run', async () => {
  await using folder = await temporaryFolder()
  await keep(folder.path, lossCells(5, -30))
  await keep(folder.path, [])
  const [kept] = await readKeptRuns(join(folder.path, 'results'))
  assert.ok(kept !== undefined && kept.samples > 0)
})

test('a kept run says by what, when, with which seed and versions it was measured, and holds every sample', async () => {
  await using folder = await temporaryFolder()
  await keep(folder.path, lossCells(5, -30))
  const [kept] = await readKeptRuns(join(folder.path, 'results'))
  const { facts, samples, valid, cells } = kept ?? assert.fail()
  assert.deepEqual([samples, valid, cells.length], [180, 174, 6])
  const { plan, source, title, seed, rounds, isFinished, versions } = facts
  assert.deepEqual(
    { plan, source, title, seed, rounds, isFinished },
    { plan: 'elkhatib-loss', source: 'browser', title: 'Loss', seed: 12, rounds: 10, isFinished: true },
  )
  assert.match(versions.node ?? '', /^v26/)
  assert.deepEqual(await readdir(join(folder.path, 'results/elkhatib-loss/browser')), [
    ...['cells.parquet', 'run.json', 'samples.parquet'],
  ])
})

test('a file that is no Parquet, or a run of another format, is refused with the name of the file', async (t) => {
  await using folder = await temporaryFolder()
  await keep(folder.path, lossCells(5, -30))
  const results = join(folder.path, 'results')
  const run = join(results, 'elkhatib-loss/browser/run.json')
  const of = async () => await towlineHere(t, ['papers', '--results', results])
  const text = await readFile(run, 'utf8')
  await writeFile(run, text.replace('"format": 1', '"format": 2'))
  const other = await of()
  assert.equal(other.code, 65)
  assert.match(other.stderr, /run\.json is no run that this version can read/)
  await writeFile(run, text)
  await writeFile(join(results, 'elkhatib-loss/browser/samples.parquet'), 'PAR1 no more')
  const broken = await of()
  assert.equal(broken.code, 65)
  assert.match(broken.stderr, /samples\.parquet cannot be read as Parquet/)
})

test('an unfinished run is kept only where that is said, and a statement that no paper makes is refused', async (t) => {
  await using folder = await temporaryFolder()
  const url = join(folder.path, 'towline.db')
  {
    await using db = await openDatabase({ url })
    await writeLabRun(db, lossCells(5, -30), { finished: false })
  }
  const keepIt = ['papers', 'keep', '--database', url, '--results', join(folder.path, 'results')]
  const refused = await towlineHere(t, keepIt)
  assert.equal(refused.code, 64)
  assert.match(refused.stderr, /lab run 1 is stopped: --resume finishes it/)
  const kept = await towlineHere(t, [...keepIt, '--unfinished'])
  assert.equal(kept.code, 0)
  assert.match(kept.stdout, /written\/browser: 180 samples of browser, \d+ bytes, \d+ a sample/)
  const unknown = await towlineHere(t, ['papers', `elkhatib:${'figure-10'}`])
  assert.equal(unknown.code, 64)
  assert.match(unknown.stderr, /no paper and no entry is called elkhatib:.*-10:/)
})
