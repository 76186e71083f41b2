import { Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Database, Query } from './database.ts'
import { DatabaseError, databaseError } from './database-error.ts'
import { newerSchema } from './known-schema.ts'
import { migrate, schemaState } from './migrate.ts'
import { securePostgresUrl } from './postgres-url.ts'
import { database } from './session-database.ts'
import type { Session, Sessions } from './sessions.ts'
import { END_SILENT_SESSION, NOTICE_SILENT_SERVER } from './silent-sessions.ts'
import { Turns } from './turns.ts'

interface PostgresOptions {
  readonly url: string
  readonly readOnly: boolean
  readonly busyTimeoutMs: number
  readonly endSilent: boolean
}

// The run needs two at once (results, leases); the others are for readers in the same process.
const CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 10_000

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
  const sessions = postgresSessions(
    {
      connectionString,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'towline',
      ...(endSilent ? NOTICE_SILENT_SERVER : {}),
    },
    session,
  )
  try {
    const first = await sessions.acquire()
    try {
      await prepareSchema((sql, bindings = []) => first.run(sql, bindings), label.name, readOnly)
    } finally {
      sessions.release(first)
    }
    return database(sessions, label, readOnly)
  } catch (error) {
    await sessions[Symbol.asyncDispose]()
    throw databaseError(error, label)
  }
}

async function prepareSchema(query: Query, name: string, readOnly: boolean): Promise<void> {
  const schema = await schemaState(query, 'postgres')
  if (schema.state === 'newer') throw newerSchema(name, schema.unknown)
  if (schema.state === 'current') return
  if (readOnly)
    throw new DatabaseError('unreadable', `there is no survey in the database ${name} yet: run one first`)
  await migrate(query, 'postgres')
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'postgres'
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
}

/** Connections to a PostgreSQL server, opened when they are needed. @param begin statements that each begins with */
function postgresSessions(options: PoolConfig & { readonly max: number }, begin: string): Sessions {
  const verify = (client: PoolClient, done: (error?: Error) => void): void => {
    client.query(begin).then(() => done(), done)
  }
  const pool = new Pool({ ...options, verify } as PoolConfig)
  // A connection that ends while it is in use rejects what is asked of it; one that is not is left out from then on.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  const turns = new Turns(options.max)
  const clients = new WeakMap<Session, PoolClient>()
  return {
    async acquire() {
      await turns.begin()
      try {
        const client = await pool.connect()
        const session: Session = {
          run: async (sql, bindings) => (await client.query(numbered(sql), [...bindings])).rows,
        }
        clients.set(session, client)
        return session
      } catch (error) {
        turns.end()
        throw error
      }
    },
    release(session) {
      clients.get(session)?.release()
      turns.end()
    },
    async [Symbol.asyncDispose]() {
      await turns.over()
      await pool.end()
    },
  }
}

/** PostgreSQL's own placeholders in place of `?`, which stays as it is within quotes. */
function numbered(sql: string): string {
  let n = 0
  return sql.replaceAll(/'[^']*'|"[^"]*"|\?/g, (found) => (found === '?' ? `$${++n}` : found))
}
