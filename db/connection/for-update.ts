import type { Dialect } from '../rows/table.ts'

/** Locks the selected rows on PostgreSQL; SQLite has one writer at a time anyway. */
export function forUpdate(dialect: Dialect): string {
  return dialect === 'postgres' ? 'FOR UPDATE' : ''
}
