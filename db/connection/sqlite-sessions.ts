import type { Sessions } from './sessions.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { Turns } from './turns.ts'

/**
 * The one connection of a SQLite file, which those who ask get one after the other.
 * @param connect opens another one where it is lost
 */
export function sqliteSessions(first: SqliteConnection, connect: () => Promise<SqliteConnection>): Sessions {
  let connection = first
  const turns = new Turns(1)
  return {
    async acquire() {
      await turns.begin()
      try {
        if (connection.isLost) connection = await connect()
      } catch (error) {
        turns.end()
        throw error
      }
      return { run: connection.all }
    },
    release: () => turns.end(),
    async [Symbol.asyncDispose]() {
      await turns.over()
      await connection.close()
    },
  }
}
