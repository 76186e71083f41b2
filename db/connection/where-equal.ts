import type { Value } from './database.ts'

/** A condition of a statement, with what its question marks stand for. */
export interface Condition {
  readonly sql: string
  readonly bindings: readonly Value[]
}

/** That these columns have these values, `a = ? AND b = ?`; those that are undefined may have any. */
export function whereEqual(columns: Readonly<Record<string, Value | undefined>>): Condition {
  const given = Object.entries(columns).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  return {
    sql: given.length === 0 ? 'true' : given.map(([column]) => `${column} = ?`).join(' AND '),
    bindings: given.map(([, value]) => value),
  }
}
