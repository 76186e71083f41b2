import { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID } from '../../../db/connection/migrate.ts'
import * as survey from '../../../db/migrations/001-survey.ts'

/** As Knex made them, which brought the schema up to date until 2026-11-28. */
const KNEX_TABLES = `
  CREATE TABLE towline_migrations (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, name varchar(255), batch integer, migration_time datetime);
  CREATE TABLE towline_migrations_lock (\`index\` integer NOT NULL PRIMARY KEY AUTOINCREMENT, is_locked integer);
  INSERT INTO towline_migrations_lock (is_locked) VALUES (0);
  INSERT INTO towline_migrations (name, batch, migration_time) VALUES ('001-survey', 1, 1700000000000)`

/** Makes a SQLite file as the first release left it: its one migration, and a survey of so many sites, none visited. */
export async function firstRelease(file: string, sites: number): Promise<void> {
  using connection = new DatabaseSync(file)
  connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
  await survey.up(async (sql) => connection.prepare(sql).all(), 'sqlite')
  connection.exec(KNEX_TABLES)
  insert(connection, 'lists', {
    ...{ id: 1, source: 'file', sha256: '0'.repeat(64), fetched_at: '2026-01-01T00:00:00.000Z' },
    ...{ entries: sites, bad_lines: 0 },
  })
  insert(connection, 'surveys', {
    ...{ id: 1, created_at: '2026-01-01T00:00:00.000Z', state: 'running', list_id: 1, sites, duplicates: 0 },
    ...{ tool_version: '0.1.0', seed: 1, operations: '[]', options: '{}', user_agent: 'towline' },
    ...{ sandbox: 1, versions: '{}' },
  })
  connection
    .prepare(
      `WITH RECURSIVE n (rank) AS (SELECT 1 UNION ALL SELECT rank + 1 FROM n WHERE rank < ?)
       INSERT INTO survey_sites (survey_id, rank, domain, shuffle_key, state, attempt, h3_void)
       SELECT 1, rank, 'site-' || rank || '.test', rank, 'pending', 0, 0 FROM n`,
    )
    .run(sites)
}

function insert(
  connection: DatabaseSync,
  table: string,
  row: Readonly<Record<string, string | number>>,
): void {
  const columns = Object.keys(row)
  connection
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(row))
}
