import knexFactory, { type Knex } from 'knex'
import { APPLICATION_ID } from '../../../db/connection/migrate.ts'
import * as survey from '../../../db/migrations/001-survey.ts'

/** Makes a SQLite file as the first release left it: its one migration, and a survey of so many sites, none visited. */
export async function firstRelease(file: string, sites: number): Promise<void> {
  const knex = knexFactory({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  })
  try {
    await knex.raw(`PRAGMA application_id = ${APPLICATION_ID}`)
    await knex.migrate.latest({ tableName: 'towline_migrations', migrationSource: FIRST })
    await knex('lists').insert({
      ...{ id: 1, source: 'file', sha256: '0'.repeat(64), fetched_at: '2026-01-01T00:00:00.000Z' },
      ...{ entries: sites, bad_lines: 0 },
    })
    await knex('surveys').insert({
      ...{
        id: 1,
        created_at: '2026-01-01T00:00:00.000Z',
        state: 'running',
        list_id: 1,
        sites,
        duplicates: 0,
      },
      ...{ tool_version: '0.1.0', seed: 1, operations: '[]', options: '{}', user_agent: 'towline' },
      ...{ sandbox: 1, versions: '{}' },
    })
    await knex.raw(
      `WITH RECURSIVE n (rank) AS (SELECT 1 UNION ALL SELECT rank + 1 FROM n WHERE rank < ?)
       INSERT INTO survey_sites (survey_id, rank, domain, shuffle_key, state, attempt, h3_void)
       SELECT 1, rank, 'site-' || rank || '.test', rank, 'pending', 0, 0 FROM n`,
      [sites],
    )
  } finally {
    await knex.destroy()
  }
}

const FIRST: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(['001-survey']),
  getMigrationName: (name) => name,
  getMigration: () =>
    Promise.resolve({
      up: (knex) => survey.up(knex, 'sqlite'),
      down: () => Promise.reject(new Error('migrations run forward only')),
    }),
}
