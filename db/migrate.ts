import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { DatabaseError, databaseError, type Place } from './database-error.ts'
import * as survey from './migrations/001-survey.ts'
import type { Dialect } from './table.ts'

interface Migration {
  readonly name: string
  readonly up: (knex: Knex, dialect: Dialect) => Promise<void>
}

/** Every migration, in order. One list, forward only: what has been released is never changed, only added to. */
const MIGRATIONS: readonly Migration[] = [{ name: '001-survey', up: survey.up }]

const TABLE = 'towline_migrations'

/** `newer` carries the migrations that this towline does not know. */
export type SchemaState =
  | { readonly state: 'empty' | 'behind' | 'current' }
  | { readonly state: 'newer'; readonly unknown: readonly string[] }

export async function schemaState(knex: Knex): Promise<SchemaState> {
  if (!(await knex.schema.hasTable(TABLE))) return { state: 'empty' }
  const done = await knex<{ id: number; name: string }>(TABLE).orderBy('id').pluck('name')
  const unknown = done.filter((name) => !MIGRATIONS.some((migration) => migration.name === name))
  if (unknown.length > 0) return { state: 'newer', unknown }
  if (done.length === 0) return { state: 'empty' }
  return { state: done.length === MIGRATIONS.length ? 'current' : 'behind' }
}

// Another process that opens the same new database at the same moment makes ours fail, in one of several ways that
// depend on the dialect. Its migrations are one transaction, so a look at the state tells when it has done the work.
const PATIENCE_MS = 10_000
const PAUSE_MS = 100

/** Brings the schema to the newest version: all missing migrations in one transaction. */
export async function migrate(knex: Knex, place: Place): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    try {
      await knex.migrate.latest({ tableName: TABLE, migrationSource: source(place.dialect) })
      return
    } catch (error) {
      if ((await schemaState(knex)).state === 'current') return
      const known = databaseError(error, place)
      const hopeless = known instanceof DatabaseError && known.code !== 'locked'
      if (hopeless || waitedMs >= PATIENCE_MS) throw error
      await sleep(PAUSE_MS)
    }
  }
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
