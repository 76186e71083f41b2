import knexFactory from 'knex'
import type { Database } from './database.ts'
import { DatabaseError, databaseError } from './database-error.ts'
import { database, KNEX_QUIET } from './knex-database.ts'
import { newerSchema } from './known-schema.ts'
import { migrate, schemaState } from './migrate.ts'
import { securePostgresUrl } from './postgres-url.ts'
import { END_SILENT_SESSION, NOTICE_SILENT_SERVER } from './silent-sessions.ts'

export interface PostgresOptions {
  readonly url: string
  readonly readOnly: boolean
  readonly busyTimeoutMs: number
  readonly endSilent: boolean
}

// The run needs two at once (results, leases); the others are for readers in the same process.
const CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 10_000

interface Session {
  query(sql: string, done: (error: Error | null) => void): void
}

/** Opens a PostgreSQL database by its URL (`postgres://user:password@host/database?options=…`); see `securePostgresUrl`. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, readOnly, busyTimeoutMs, endSilent } = options
  const label = { dialect: 'postgres', name: withoutPassword(url) } as const
  const connectionString = securePostgresUrl(url)
  const session = [
    `SET lock_timeout = ${busyTimeoutMs}`,
    `SET default_transaction_read_only = ${readOnly ? 'on' : 'off'}`,
    ...(endSilent ? [END_SILENT_SESSION] : []),
  ].join('; ')
  const knex = knexFactory({
    client: 'pg',
    ...KNEX_QUIET,
    connection: {
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'towline',
      ...(endSilent ? NOTICE_SILENT_SERVER : {}),
    },
    pool: {
      min: 0,
      max: CONNECTIONS,
      afterCreate: (connection: Session, done: (error: Error | null, connection: Session) => void) => {
        connection.query(session, (error) => done(error, connection))
      },
    },
  })
  try {
    const schema = await schemaState(knex)
    if (schema.state === 'newer') throw newerSchema(label.name, schema.unknown)
    if (schema.state !== 'current') {
      if (readOnly) {
        throw new DatabaseError(
          'unreadable',
          `there is no survey in the database ${label.name} yet: run one first`,
        )
      }
      await migrate(knex, 'postgres')
    }
    return database(knex, label, readOnly)
  } catch (error) {
    await knex.destroy()
    throw databaseError(error, label)
  }
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'postgres'
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
}
