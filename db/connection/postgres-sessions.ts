import { Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Session, Sessions } from './sessions.ts'
import { Turns } from './turns.ts'

/** Connections to a PostgreSQL server, opened when they are needed. @param begin statements that each begins with */
export function postgresSessions(options: PoolConfig & { readonly max: number }, begin: string): Sessions {
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
