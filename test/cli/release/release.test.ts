import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parse } from 'yaml'
import { RECORDED } from '../../../cli/demo/recorded.ts'
import { createStaticFolder } from '../../../cli/export/static-folder.ts'
import { writeRelease } from '../../../cli/release/write-release.ts'
import { measuredSamples } from '../../../db/campaign/sample-metrics.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { secondsOf } from '../../../db/load/load-seconds.ts'
import { loadsOf } from '../../../db/load/loads.ts'
import { surveyedSites } from '../../../db/survey/survey-sites.ts'
import { RELEASE_TABLES } from '../../../model/release/release-tables.ts'
import { onEveryDatabase } from '../../db/databases.ts'
import { openFixture } from '../../server/fixture-template.ts'
import { argv, linesOf, temporaryFolder, towline } from '../towline.ts'
import { type FoundRow, released } from './released.ts'

/** What CSV, SQL and spreadsheets trip over. */
const HOSTILE = 'a "quote", a comma\r\nnext line\n=1+1; \'single\' ünïcödé 🦕 \\ NULL ,,""'

const VERY_LONG_FRACTION = 0.1 + 0.2

onEveryDatabase(
  'what a data set holds is what the database holds, to the last digit and letter',
  async (database) => {
    const opened = await openFixture(database)
    await using db = opened.db
    const { campaignId, surveyId, loadRunId } = opened.fixture
    const [first] = await db.query('SELECT min(id) AS id FROM samples WHERE campaign_id = ?', [campaignId])
    const id = Number(first?.id)
    await db.write(async (query) => {
      await query(
        "UPDATE campaigns SET state = 'finished', finished_at = created_at, claimed_by = NULL, lease_until = NULL",
      )
      await query("UPDATE lab_runs SET state = 'finished', finished_at = created_at")
      await query('UPDATE samples SET detail = ?, server = ?, wall_ms = ? WHERE id = ?', [
        ...[HOSTILE, '', VERY_LONG_FRACTION, id],
      ])
    })
    await using set = await released(database.url)

    const samples = new Map((await set.query("FROM 'parquet/samples.parquet'")).map((row) => [row.id, row]))
    const metrics = Map.groupBy(
      await set.query("FROM 'parquet/sample_metrics.parquet'"),
      (row) => row.sample_id,
    )
    let compared = 0
    for await (const { sample, metrics: stored } of measuredSamples(db, campaignId)) {
      if (sample.state === 'pending') continue
      const row = samples.get(sample.id)
      assert.ok(row !== undefined)
      assert.deepEqual(
        [
          row.arm,
          row.round,
          row.state,
          row.reason,
          row.detail,
          row.wall_ms,
          row.server,
          row.protocol,
          row.final_url,
        ],
        [
          ...[
            sample.arm,
            sample.round,
            sample.state,
            sample.reason,
            sample.detail,
            sample.wallMs,
            sample.server,
          ],
          ...[sample.protocol, sample.finalUrl],
        ],
      )
      assert.equal(instant(row.started_at), sample.startedAt)
      assert.deepEqual(
        (metrics.get(sample.id) ?? []).map(({ metric, value, note }) => ({ name: metric, value, note })),
        stored,
      )
      compared += 1
    }
    assert.ok(compared > 50)
    assert.deepEqual([samples.get(id)?.detail, samples.get(id)?.server], [HOSTILE, ''])

    const sites = await set.query(
      `FROM 'parquet/survey_sites.parquet' WHERE survey_id = ${surveyId} ORDER BY rank`,
    )
    let site = 0
    for await (const { rank, domain, h3, rttMs, cdn, h3ClaimedDns } of surveyedSites(db, surveyId)) {
      const row: FoundRow = sites[site++] ?? {}
      assert.deepEqual(
        [row.rank, row.domain, row.h3, row.rtt_ms, row.cdn, row.h3_claimed_dns],
        [rank, domain, h3, rttMs, cdn, h3ClaimedDns],
      )
    }
    assert.equal(site, sites.length)
    let seconds = 0
    const loads = await set.query("FROM 'parquet/loads.parquet' ORDER BY load")
    const stored = await loadsOf(db, loadRunId)
    assert.deepEqual(
      loads.map((row) => [row.load, row.repetition, row.server, row.arm, JSON.parse(String(row.end_counts))]),
      stored.map(({ load, repetition, server, arm, end }) => [load, repetition, server, arm, end]),
    )
    for (const { load } of stored) {
      const rows = await set.query(`FROM 'parquet/load_seconds.parquet' WHERE load = ${load} ORDER BY second`)
      const expected = await secondsOf(db, loadRunId, load)
      seconds += rows.length
      assert.deepEqual(
        rows.map((row) => [
          row.users,
          row.pages_done,
          row.p95_ms,
          row.server_cpu_total_ms,
          row.client_core_busy,
        ]),
        expected.map(({ load: { users, pagesDone, p95Ms }, server, busy }) => [
          ...[users, pagesDone, p95Ms, server?.cpuTotalMs ?? null, busy.client],
        ]),
      )
    }
    assert.ok(seconds > 10)

    const [counted] = await db.query('SELECT count(*) AS n FROM operations WHERE survey_id = ?', [surveyId])
    const [operations] = await set.query("SELECT count(*) AS n FROM 'parquet/operations.parquet'")
    assert.equal(operations?.n, Number(counted?.n))
  },
)

/** DuckDB's time, as it was stored. */
function instant(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : null
}

test('times are in UTC and say so, and the README names the sandbox only for what is of it', async () => {
  await using set = await released(RECORDED)
  const times = await set.query(
    `SELECT DISTINCT logical_type FROM parquet_schema('parquet/*.parquet') WHERE logical_type LIKE '%imestamp%'`,
  )
  assert.ok(times.length > 0)
  for (const { logical_type } of times) assert.match(String(logical_type), /isAdjustedToUTC=(?:true|1)\b/)
  const text = await readFile(join(set.folder, 'README.md'), 'utf8')
  const provenance = JSON.parse(await readFile(join(set.folder, 'provenance.json'), 'utf8'))
  assert.deepEqual(provenance.measuredIn, ['sandbox', 'lab', 'made up'])
  const runs = ['surveys', 'campaigns', 'lab_runs', 'load_runs'].map(
    (table) => `SELECT created_at, finished_at FROM 'parquet/${table}.parquet'`,
  )
  const [span] = await set.query(
    `SELECT min(created_at) AS first, max(finished_at) AS last FROM (${runs.join(' UNION ALL ')})`,
  )
  assert.deepEqual([provenance.firstAt, provenance.lastAt], [instant(span?.first), instant(span?.last)])
  const meaning = String(RELEASE_TABLES.metrics.columns.unit?.meaning).split(/\W+/)
  for (const { unit } of await set.query("SELECT DISTINCT unit FROM 'parquet/metrics.parquet'"))
    assert.ok(meaning.includes(String(unit)), String(unit))
  assert.ok(
    text.includes(
      '**Everything here was measured in the sandbox, measured in the lab, or made up for a demonstration: it says nothing about the internet.**',
    ),
  )
})

test('the command writes a folder whose documents describe its files, and refuses to write there again', async () => {
  await using folder = await temporaryFolder()
  const args = argv`release --out towline-2026-11 --license CC0-1.0 --author ${'A group: "measuring"'}`
  const source = ['--database', RECORDED, '--url', 'https://example.org/data']
  const ended = await towline([...args, ...source], { cwd: folder.path })
  assert.equal(ended.code, 0, ended.stderr)
  assert.match(ended.stdout, /^towline-2026-11: 19 tables, [\d,]+ rows, [\d.]+ MB\n$/)
  const set = join(folder.path, 'towline-2026-11')
  const read = (path: string) => readFile(join(set, path))

  const files = (await readdir(set, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(set.length + 1))
  const checksums = linesOf(String(await read('checksums.sha256'))).map((line) => line.split('  '))
  assert.deepEqual(
    checksums.map(([, path]) => path).sort(),
    files.filter((path) => path !== 'checksums.sha256').sort(),
  )
  for (const [sha256, path = ''] of checksums)
    assert.equal(
      createHash('sha256')
        .update(await read(path))
        .digest('hex'),
      sha256,
      path,
    )

  const { resources, licenses } = JSON.parse(String(await read('datapackage.json')))
  assert.deepEqual(licenses[0].name, 'CC0-1.0')
  for (const [name, { columns }] of Object.entries(RELEASE_TABLES)) {
    const resource = resources.find((one: { name: string }) => one.name === name)
    const [heading = ''] = gunzipSync(await read(resource.path))
      .toString()
      .split('\r\n')
    assert.deepEqual(heading.split(','), Object.keys(columns))
    assert.deepEqual(
      resource.schema.fields.map((field: { name: string }) => field.name),
      Object.keys(columns),
    )
    assert.match(String(await read('README.md')), new RegExp(`^### \`${name}\`$`, 'm'))
  }
  const citation = parse(String(await read('CITATION.cff')))
  assert.deepEqual([citation.authors, citation.license], [[{ name: 'A group: "measuring"' }], 'CC0-1.0'])

  const again = await towline([...args, ...source], { cwd: folder.path })
  assert.equal(again.code, 64)
  assert.match(again.stderr, /towline-2026-11 is not empty/)
  assert.deepEqual(await readdir(folder.path), ['towline-2026-11'])
  await mkdir(join(folder.path, 'here'))
  const here = await towline(['release', '--out', '.', ...source], { cwd: join(folder.path, 'here') })
  assert.equal(here.code, 64)
  assert.match(here.stderr, /here is the working folder: name a new folder in it\n$/)
})

test('a release that is stopped leaves nothing behind', async () => {
  await using parent = await temporaryFolder()
  await using db = await openDatabase({ url: RECORDED, readOnly: true })
  const stopped = new AbortController()
  const seen = new Set<string>()
  await assert.rejects(async () => {
    await using folder = await createStaticFolder(join(parent.path, 'set'))
    const temporaryFolder = join(folder.partial, '.temporary')
    await mkdir(temporaryFolder)
    await writeRelease({
      ...{ db, folder: folder.partial, temporaryFolder, signal: stopped.signal },
      ...{ name: 'set', license: 'CC-BY-4.0', author: 'A group', url: null },
      csvMaxRows: Number.POSITIVE_INFINITY,
      now: () => '2026-11-30T12:00:00.000Z',
      progress(table) {
        seen.add(table)
        if (table === 'samples') stopped.abort(new Error('stopped by the test'))
      },
    })
  })
  assert.deepEqual([seen.has('samples'), seen.has('sample_metrics')], [true, false])
  assert.deepEqual(await readdir(parent.path), [])
})

test('without CSV the schemas are those of the Parquet files, and nothing else is written', async () => {
  await using folder = await temporaryFolder()
  const ended = await towline(['release', '--out', 'set', '--csv', 'none', '--database', RECORDED], {
    cwd: folder.path,
  })
  assert.equal(ended.code, 0, ended.stderr)
  const set = join(folder.path, 'set')
  assert.ok(!(await readdir(set)).includes('csv'))
  assert.deepEqual(
    (await readdir(set)).filter((name) => name.startsWith('.')),
    [],
  )
  const resources = await resourcesOf(set)
  assert.deepEqual(
    resources.map(({ name, path, schema }) => [name, path, schema?.fields.length]),
    Object.entries(RELEASE_TABLES).map(([name, { columns }]) => [
      ...[name, `parquet/${name}.parquet`],
      Object.keys(columns).length,
    ]),
  )
  assert.doesNotMatch(await readFile(join(set, 'README.md'), 'utf8'), /csv\//)
})

test('a table of too many rows has Parquet alone, and the documents say so and how to make its CSV', async () => {
  await using db = await openDatabase({ url: RECORDED, readOnly: true })
  const [counted] = await db.query("SELECT count(*) AS n FROM samples WHERE state <> 'pending'")
  const csvMaxRows = Number(counted?.n)
  await using set = await released(RECORDED, { csvMaxRows })
  const written = (await readdir(join(set.folder, 'csv'))).map((file) => file.replace('.csv.gz', ''))
  const rows = JSON.parse(await readFile(join(set.folder, 'provenance.json'), 'utf8')).rows
  const isLarge = (name: string): boolean => rows[name] > csvMaxRows
  const names = Object.keys(RELEASE_TABLES)
  // As many rows as the limit are not too many.
  assert.deepEqual([isLarge('samples'), isLarge('sample_metrics')], [false, true])
  assert.deepEqual(written.sort(), names.filter((name) => !isLarge(name)).sort())

  const tables = (await resourcesOf(set.folder)).filter(({ schema }) => schema !== undefined)
  assert.deepEqual(
    tables.map(({ name, path }) => [name, path]),
    names.map((name) => [name, isLarge(name) ? `parquet/${name}.parquet` : `csv/${name}.csv.gz`]),
  )
  for (const { schema } of tables)
    for (const { reference } of schema?.foreignKeys ?? []) assert.ok(names.includes(reference.resource))

  const readme = await readFile(join(set.folder, 'README.md'), 'utf8')
  const [, most = '', left = ''] = /not of tables with more than ([\d,]+) rows: (.*) \|$/m.exec(readme) ?? []
  assert.equal(most, csvMaxRows.toLocaleString('en'))
  assert.deepEqual(
    left.split(', '),
    names.filter(isLarge).map((name) => `\`${name}\``),
  )
  await using all = await released(RECORDED)
  const [, copy = ''] = /^duckdb -c "(.*)"$/m.exec(readme) ?? []
  const [, name = '', file = ''] = /'parquet\/(\w+)\.parquet'\) TO '(.*)'/.exec(copy) ?? []
  await set.query(copy.replace(file, join(set.folder, file)))
  const [differing] = await all.query(
    `SELECT count(*) AS n FROM (FROM 'csv/${name}.csv.gz' EXCEPT ALL FROM '${join(set.folder, file)}')`,
  )
  assert.deepEqual(differing, { n: 0 })
})

interface Resource {
  readonly name: string
  readonly path: string
  readonly schema?: {
    readonly fields: readonly { readonly name: string }[]
    readonly foreignKeys: readonly { readonly reference: { readonly resource: string } }[]
  }
}

async function resourcesOf(folder: string): Promise<readonly Resource[]> {
  return JSON.parse(await readFile(join(folder, 'datapackage.json'), 'utf8')).resources
}
