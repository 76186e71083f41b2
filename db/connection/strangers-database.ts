import type { Database, Row } from './database.ts'
import { DatabaseError } from './database-error.ts'

export interface ReadLimits {
  /** Longest text, bytes or row. */
  readonly lengthBytes: number
  /** Limit of one query. */
  readonly queryMs: number
}

/** Far above what towline writes, and what an answer takes. */
export const READ_LIMITS: ReadLimits = { lengthBytes: 100_000_000, queryMs: 20_000 }

/** Parts of a schema that run code when read or written to. towline makes none of it on SQLite. */
const RUNS_CODE = `SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')
  OR sql LIKE 'CREATE VIRTUAL%' OR (type = 'table' AND sql LIKE '%GENERATED ALWAYS%') OR sql LIKE '% AS (%' LIMIT 1`

/**
 * Refuses a database with triggers, views, virtual tables or generated columns: whoever made them has their code run in every
 * query of ours.
 * @throws DatabaseError
 */
export async function refuseCode(
  query: (sql: string) => Promise<readonly Row[]>,
  file: string,
): Promise<void> {
  const [found] = await query(RUNS_CODE)
  if (found === undefined) return
  throw new DatabaseError(
    'refused',
    `the database ${file} has a ${String(found.type)} '${String(found.name)}' that towline did not make: drop it, or name another file`,
  )
}

/** Says so of a query that took too long, and of what is longer than is read. */
export function withinLimits(db: Database): Database {
  return {
    ...db,
    async query(sql, bindings) {
      try {
        return await db.query(sql, bindings)
      } catch (error) {
        const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
        const why = REFUSED[cause?.code ?? '']
        if (why === undefined) throw error
        throw new DatabaseError('refused', `the database ${db.name} ${why}`, cause)
      }
    },
  }
}

const REFUSED: Readonly<Record<string, string>> = {
  SQLITE_INTERRUPT: 'took too long to answer a query',
  SQLITE_TOOBIG: 'holds a value that is too long to be read',
}
