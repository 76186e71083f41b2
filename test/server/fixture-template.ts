import { join } from 'node:path'
import type { Database } from '../../db/connection/database.ts'
import type { TestDatabase } from '../db/databases.ts'
import { replaceByTemplate } from '../db/postgres-databases.ts'
import { copyTemplate, type Template } from '../db/template.ts'
import type { Fixture } from './fixture.ts'

/** The fixture's module is loaded only where the template has to be written. */
const FIXTURE: Template<Fixture> = {
  name: 'fixture',
  module: join(import.meta.dirname, 'fixture.ts'),
  write: async (db) => (await import('./fixture.ts')).writeFixture(db),
}

/** Makes an SQLite file with the fixture in it. */
export async function copyFixture(file: string): Promise<Fixture> {
  return copyTemplate(FIXTURE, file)
}

/** Opens a database that has nothing in it yet, and puts the fixture into it. Release `db` with `await using`. */
export async function openFixture(
  database: TestDatabase,
): Promise<{ readonly db: Database; readonly fixture: Fixture }> {
  const fixture =
    database.dialect === 'sqlite'
      ? await copyFixture(database.url)
      : await replaceByTemplate(FIXTURE, database)
  return { db: await database.open(), fixture }
}
