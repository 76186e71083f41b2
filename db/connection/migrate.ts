import type { Dialect } from '../rows/table.ts'
import type { Query } from './database.ts'
import { inTransaction } from './session-database.ts'

interface Migration {
  readonly name: string
  /** Only a database that lacks it needs it. */
  readonly load: () => Promise<{ readonly up: (query: Query, dialect: Dialect) => Promise<void> }>
}

/** Every migration, in order. One list, forward only: what has been released is never changed, only added to. */
const MIGRATIONS: readonly Migration[] = [
  { name: '001-survey', load: () => import('../migrations/001-survey.ts') },
  { name: '002-campaigns', load: () => import('../migrations/002-campaigns.ts') },
  { name: '003-summaries', load: () => import('../migrations/003-summaries.ts') },
  { name: '004-lab', load: () => import('../migrations/004-lab.ts') },
  { name: '005-field', load: () => import('../migrations/005-field.ts') },
  { name: '008-survey-notes', load: () => import('../migrations/008-survey-notes.ts') },
  { name: '011-field-arrivals', load: () => import('../migrations/011-field-arrivals.ts') },
  { name: '012-field-runs', load: () => import('../migrations/012-field-runs.ts') },
  { name: '013-comparisons-anew', load: () => import('../migrations/013-comparisons-anew.ts') },
  { name: '014-filmstrips', load: () => import('../migrations/014-filmstrips.ts') },
  { name: '015-arm-recorded', load: () => import('../migrations/015-arm-recorded.ts') },
  { name: '016-load', load: () => import('../migrations/016-load.ts') },
  { name: '017-vantages', load: () => import('../migrations/017-vantages.ts') },
  { name: '018-busy-workers', load: () => import('../migrations/018-busy-workers.ts') },
  { name: '019-sample-source', load: () => import('../migrations/019-sample-source.ts') },
  { name: '020-followed-series', load: () => import('../migrations/020-followed-series.ts') },
  { name: '021-repeated-rounds', load: () => import('../migrations/021-repeated-rounds.ts') },
  { name: '022-rank-magnitude', load: () => import('../migrations/022-rank-magnitude.ts') },
  { name: '023-stored-lists', load: () => import('../migrations/023-stored-lists.ts') },
  { name: '024-site-deaths', load: () => import('../migrations/024-site-deaths.ts') },
  { name: '025-known-good-round-trips', load: () => import('../migrations/025-known-good-round-trips.ts') },
  { name: '027-asked-checks', load: () => import('../migrations/027-asked-checks.ts') },
  { name: '028-handshake-facts', load: () => import('../migrations/028-handshake-facts.ts') },
  { name: '029-stacks', load: () => import('../migrations/029-stacks.ts') },
  { name: '030-survey-scale', load: () => import('../migrations/030-survey-scale.ts') },
  { name: '031-contributed-visits', load: () => import('../migrations/031-contributed-visits.ts') },
  { name: '032-load-clear-text', load: () => import('../migrations/032-load-clear-text.ts') },
  { name: '033-survey-trends', load: () => import('../migrations/033-survey-trends.ts') },
]

const TABLE = 'towline_migrations'

/** Marks a SQLite file as ours ("TWLN"), so that another program's database is never written to. */
export const APPLICATION_ID = 0x54574c4e

/** `newer` carries the migrations that this towline does not know. */
type SchemaState =
  | { readonly state: 'empty' | 'behind' | 'current' }
  | { readonly state: 'newer'; readonly unknown: readonly string[] }

/** Returns those that this towline does not know. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !MIGRATIONS.some((migration) => migration.name === name))
}

/** Table of the schema's migrations, on SQLite as towline 0.1 made it. */
const CREATE_TABLE: Readonly<Record<Dialect, string>> = {
  sqlite: `CREATE TABLE IF NOT EXISTS ${TABLE} (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, name varchar(255), batch integer, migration_time datetime)`,
  postgres: `CREATE TABLE IF NOT EXISTS ${TABLE} (id serial PRIMARY KEY, name varchar(255), batch integer, migration_time timestamptz)`,
}

const HAS_TABLE: Readonly<Record<Dialect, string>> = {
  sqlite: `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '${TABLE}'`,
  postgres: `SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = '${TABLE}'`,
}

export async function schemaState(query: Query, dialect: Dialect): Promise<SchemaState> {
  if ((await query(HAS_TABLE[dialect])).length === 0) return { state: 'empty' }
  const applied = await appliedMigrations(query)
  const unknown = unknownMigrations(applied)
  if (unknown.length > 0) return { state: 'newer', unknown }
  if (applied.length === 0) return { state: 'empty' }
  return { state: applied.length === MIGRATIONS.length ? 'current' : 'behind' }
}

async function appliedMigrations(query: Query): Promise<string[]> {
  return (await query(`SELECT name FROM ${TABLE} ORDER BY id`)).map(({ name }) => String(name))
}

// Any number, as long as no other program takes advisory locks with it in the same PostgreSQL database.
const ADVISORY_LOCK = APPLICATION_ID

/**
 * Brings the schema to the newest version: all missing migrations in one transaction. Of several processes that ask for it at
 * once one does so.
 *
 * @param query of one connection
 */
export function migrate(query: Query, dialect: Dialect): Promise<void> {
  return inTransaction(query, dialect, async () => {
    await query(
      dialect === 'sqlite'
        ? `PRAGMA application_id = ${APPLICATION_ID}`
        : `SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`,
    )
    await query(CREATE_TABLE[dialect])
    const applied = new Set(await appliedMigrations(query))
    const [last] = await query(`SELECT coalesce(max(batch), 0) + 1 AS batch FROM ${TABLE}`)
    for (const { name, load } of MIGRATIONS) {
      if (applied.has(name)) continue
      const { up } = await load()
      await up(query, dialect)
      await query(`INSERT INTO ${TABLE} (name, batch, migration_time) VALUES (?, ?, CURRENT_TIMESTAMP)`, [
        name,
        Number(last?.batch),
      ])
    }
  })
}
