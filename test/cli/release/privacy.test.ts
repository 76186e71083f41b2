import assert from 'node:assert/strict'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { RECORDED } from '../../../cli/demo/recorded.ts'
import type { Database } from '../../../db/connection/database.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { recordVantage } from '../../../db/fleet/vantages.ts'
import { RELEASE_TABLES } from '../../../model/release/release-tables.ts'
import { UNMEASURED } from '../../fleet/unmeasured.ts'
import { recordedLoadRun } from '../load/recorded-load-run.ts'
import { temporaryFolder } from '../towline.ts'
import { dataSetText } from './data-set-text.ts'
import { released } from './released.ts'

/** What decides whether a row is published, is read as JSON, or is a column of another published table: no canary there. */
const NEEDED = [
  'vantages.name',
  'vantages.rtts',
  'surveys.state',
  'campaigns.state',
  'lab_runs.state',
  'load_runs.state',
  'survey_sites.state',
  'field_studies.list',
  'field_studies.pilot',
  'field_studies.opened_day',
  'field_studies.closed_day',
  'field_studies.thresholds',
  'field_sites.list',
  'field_sites.domain',
  'field_releases.rules',
]

interface TextColumn {
  readonly table: string
  readonly column: string
}

/** All columns of text of all tables, by the schema of the file itself: also those that come with later migrations. */
async function textColumns(db: Database): Promise<readonly TextColumn[]> {
  const rows = await db.query(
    `SELECT tables.name AS table_name, columns.name AS column_name
     FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
     WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT LIKE 'towline_%'
       AND columns.type = 'TEXT'`,
  )
  return rows.map((row) => ({ table: String(row.table_name), column: String(row.column_name) }))
}

function isPublished({ table, column }: TextColumn): boolean {
  const columns = Object.entries(RELEASE_TABLES).find(([name]) => name === table)?.[1].columns ?? {}
  return column in columns
}

/** A row in every table that has none: of contributions, members, invites and keys the recorded demonstration has none. */
async function fillEmptyTables(db: Database): Promise<void> {
  for (const table of new Set((await textColumns(db)).map((one) => one.table))) {
    const [counted] = await db.query(`SELECT count(*) AS n FROM ${table}`)
    if (Number(counted?.n) > 0) continue
    const columns = await db.query(`SELECT name, type FROM pragma_table_info('${table}')`)
    const values = columns.map(({ name, type }) => {
      const canary = `canary-${table}-${String(name)}`
      return type === 'TEXT' ? `'${canary}'` : type === 'BLOB' ? `CAST('${canary}' AS BLOB)` : '1'
    })
    await db.query(`INSERT INTO ${table} VALUES (${values.join(', ')})`)
  }
}

/** Published columns that hold what programs said: earlier versions recorded paths of the machine there. */
const WORDS = Object.entries(RELEASE_TABLES).flatMap(([table, { columns }]) =>
  Object.entries(columns).flatMap(([column, { words }]) => (words === true ? { table, column } : [])),
)

async function plantCanaries(db: Database): Promise<number> {
  await db.query('PRAGMA foreign_keys = OFF')
  await db.query('PRAGMA ignore_check_constraints = ON')
  await fillEmptyTables(db)
  let planted = 0
  for (const one of await textColumns(db)) {
    const { table, column } = one
    if (isPublished(one) || NEEDED.includes(`${table}.${column}`)) continue
    await db.query(`UPDATE OR IGNORE ${table} SET ${column} = 'canary-${table}-${column}'`)
    planted += 1
  }
  return planted
}

test('nothing of a database is published but the columns that the data set defines (safety.md P8)', async () => {
  await using folder = await temporaryFolder()
  // Where the file lies is nobody's business either.
  await mkdir(join(folder.path, 'canary-folder'))
  const database = join(folder.path, 'canary-folder', 'towline.sqlite')
  await copyFile(RECORDED, database)
  {
    await using db = await openDatabase({ url: database })
    await recordedLoadRun(db)
    const [survey] = await db.query('SELECT vantage FROM surveys')
    await recordVantage(db, { ...UNMEASURED, name: String(survey?.vantage), network: 'published-network' })
    assert.ok((await plantCanaries(db)) > 40)
    for (const { table, column } of WORDS)
      await db.query(
        `UPDATE ${table} SET ${column} = 'said ${table}: /home/canary-home/chrome did not start: no display'`,
      )
    await db.query("UPDATE lists SET source = '/home/canary-home/top.csv'")
    await db.query(
      `UPDATE campaigns SET browser_switches = '{"h1":["--user-data-dir=/tmp/canary-profile","--mute-audio"]}'`,
    )
    await db.query("UPDATE samples SET server = 'published-word' WHERE id = 1")
  }
  await using set = await released(database)
  const texts = await dataSetText(set)
  const saying = (pattern: RegExp) =>
    [...texts].filter(([, text]) => pattern.test(text)).map(([path]) => path)
  assert.deepEqual(saying(/canary-|\/home\//), [])
  assert.deepEqual(
    WORDS.map(({ table, column }) => `${table}.${column}`),
    [
      'operations.detail',
      'campaigns.capture',
      'campaign_sites.state_detail',
      'samples.detail',
      'lab_cells.reason',
    ],
  )
  // What comes before a path is published where no database has to find it.
  assert.deepEqual(saying(/said (campaigns|lab_cells): …/).sort(), [
    'csv/campaigns.csv.gz',
    'csv/lab_cells.csv.gz',
    'parquet/campaigns.parquet',
    'parquet/lab_cells.parquet',
  ])
  // The search finds what is there.
  assert.deepEqual(saying(/published-word/), ['csv/samples.csv.gz', 'parquet/samples.parquet'])
  assert.deepEqual(saying(/published-network/), ['csv/vantages.csv.gz', 'parquet/vantages.parquet'])
  assert.deepEqual(saying(/"top\.csv"/), ['csv/lists.csv.gz', 'parquet/lists.parquet'])
  assert.deepEqual(saying(/--mute-audio/), ['csv/campaigns.csv.gz', 'parquet/campaigns.parquet'])
})

test('closed pilots, older releases of the field and runs that are not finished are left out', async () => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'towline.sqlite')
  await copyFile(RECORDED, database)
  {
    await using db = await openDatabase({ url: database })
    await recordedLoadRun(db, 5)
    await db.query('PRAGMA foreign_keys = OFF')
    await db.query("INSERT INTO field_studies VALUES ('PILOT', '2026-01-01', NULL, 'closed', NULL)")
    await db.query("INSERT INTO field_sites VALUES ('PILOT', 0, 'pilot.test')")
    for (const [id, list, week] of [
      [101, 'PILOT', '2026-11-16'],
      [102, 'SYNTHETIC', '2026-11-09'],
    ] as const) {
      await db.query(
        `INSERT INTO field_releases (id, list, week, released_at, rules) SELECT ?, ?, ?, released_at, rules FROM field_releases WHERE id = 1`,
        [id, list, week],
      )
      await db.query(
        `INSERT INTO field_cells SELECT ${id}, 0, proto, metric, made_in, frozen_since, contributors, samples, median_ms,
           low_ms, high_ms, bins FROM field_cells WHERE release_id = 1 AND site = 0`,
      )
    }
    await db.query("UPDATE campaigns SET state = 'stopped', finished_at = NULL WHERE id = 2")
    await db.query("UPDATE lab_runs SET state = 'stopped', finished_at = NULL WHERE id = 1")
  }
  await using set = await released(database)
  const column = async (sql: string) => (await set.query(sql)).map((row) => Object.values(row)[0])
  assert.deepEqual(await column("SELECT DISTINCT release_id FROM 'parquet/field_cells.parquet'"), [1])
  assert.deepEqual(await column("SELECT id FROM 'parquet/field_releases.parquet'"), [1])
  // The campaigns of a lab run without the run would pass for live ones.
  assert.deepEqual(await column("SELECT id FROM 'parquet/campaigns.parquet'"), [1])
  assert.deepEqual(await column("SELECT DISTINCT campaign_id FROM 'parquet/samples.parquet'"), [1])
  assert.deepEqual(
    await column(`SELECT DISTINCT campaign_id FROM 'parquet/sample_metrics.parquet' LEFT JOIN
      'parquet/samples.parquet' AS samples ON samples.id = sample_id`),
    [1],
  )
  assert.deepEqual(await column("SELECT id FROM 'parquet/lab_runs.parquet'"), [])
  // The demonstration's own is finished, the planted one is not.
  assert.deepEqual(await column("SELECT id FROM 'parquet/load_runs.parquet'"), [1])
  assert.deepEqual(await column("SELECT DISTINCT load_run_id FROM 'parquet/load_seconds.parquet'"), [1])
})
