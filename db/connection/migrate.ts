import type { Knex } from 'knex'
import * as survey from '../migrations/001-survey.ts'
import * as campaigns from '../migrations/002-campaigns.ts'
import * as summaries from '../migrations/003-summaries.ts'
import * as lab from '../migrations/004-lab.ts'
import * as field from '../migrations/005-field.ts'
import * as surveyNotes from '../migrations/008-survey-notes.ts'
import * as fieldArrivals from '../migrations/011-field-arrivals.ts'
import * as fieldRuns from '../migrations/012-field-runs.ts'
import * as comparisonsAnew from '../migrations/013-comparisons-anew.ts'
import * as filmstrips from '../migrations/014-filmstrips.ts'
import * as armRecorded from '../migrations/015-arm-recorded.ts'
import * as load from '../migrations/016-load.ts'
import * as vantages from '../migrations/017-vantages.ts'
import * as busyWorkers from '../migrations/018-busy-workers.ts'
import * as sampleSource from '../migrations/019-sample-source.ts'
import * as followedSeries from '../migrations/020-followed-series.ts'
import type { Dialect } from '../rows/table.ts'

interface Migration {
  readonly name: string
  readonly up: (knex: Knex, dialect: Dialect) => Promise<void>
}

/** Every migration, in order. One list, forward only: what has been released is never changed, only added to. */
const MIGRATIONS: readonly Migration[] = [
  { name: '001-survey', up: survey.up },
  { name: '002-campaigns', up: campaigns.up },
  { name: '003-summaries', up: summaries.up },
  { name: '004-lab', up: lab.up },
  { name: '005-field', up: field.up },
  { name: '008-survey-notes', up: surveyNotes.up },
  { name: '011-field-arrivals', up: fieldArrivals.up },
  { name: '012-field-runs', up: fieldRuns.up },
  { name: '013-comparisons-anew', up: comparisonsAnew.up },
  { name: '014-filmstrips', up: filmstrips.up },
  { name: '015-arm-recorded', up: armRecorded.up },
  { name: '016-load', up: load.up },
  { name: '017-vantages', up: vantages.up },
  { name: '018-busy-workers', up: busyWorkers.up },
  { name: '019-sample-source', up: sampleSource.up },
  { name: '020-followed-series', up: followedSeries.up },
]

const TABLE = 'towline_migrations'

/** Marks a SQLite file as ours ("TWLN"), so that another program's database is never written to. */
export const APPLICATION_ID = 0x54574c4e

/** `newer` carries the migrations that this towline does not know. */
export type SchemaState =
  | { readonly state: 'empty' | 'behind' | 'current' }
  | { readonly state: 'newer'; readonly unknown: readonly string[] }

/** Those of them that this towline does not know. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !MIGRATIONS.some((migration) => migration.name === name))
}

export async function schemaState(knex: Knex): Promise<SchemaState> {
  if (!(await knex.schema.hasTable(TABLE))) return { state: 'empty' }
  const applied = await knex<{ id: number; name: string }>(TABLE).orderBy('id').pluck('name')
  const unknown = unknownMigrations(applied)
  if (unknown.length > 0) return { state: 'newer', unknown }
  if (applied.length === 0) return { state: 'empty' }
  return { state: applied.length === MIGRATIONS.length ? 'current' : 'behind' }
}

// Any number, as long as no other program takes advisory locks with it in the same PostgreSQL database.
const ADVISORY_LOCK = APPLICATION_ID

/**
 * Brings the schema to the newest version: all missing migrations, and Knex's own tables, in one transaction. Only one
 * process at a time does so, for Knex's own lock breaks for ever where two create it at the same moment.
 */
export async function migrate(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.transaction(async (transaction) => {
    // On SQLite a write, and the first statement, since a transaction that has read cannot always become a writer.
    await transaction.raw(
      dialect === 'sqlite'
        ? `PRAGMA application_id = ${APPLICATION_ID}`
        : `SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`,
    )
    if ((await schemaState(transaction)).state === 'current') return
    await transaction.migrate.latest({ tableName: TABLE, migrationSource: source(dialect) })
  })
}

function source(dialect: Dialect): Knex.MigrationSource<Migration> {
  return {
    getMigrations: () => Promise.resolve([...MIGRATIONS]),
    getMigrationName: (migration) => migration.name,
    getMigration: (migration) =>
      Promise.resolve({
        up: (knex) => migration.up(knex, dialect),
        down: () => Promise.reject(new Error('migrations run forward only')),
      }),
  }
}
