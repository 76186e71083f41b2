import type { Dialect } from '../rows/table.ts'

/**
 * SQL for the database's own clock, so that leases of several machines are compared on one; milliseconds since 1970,
 * for columns of type `epoch_ms`.
 */
export function databaseNow(dialect: Dialect): string {
  return dialect === 'sqlite'
    ? "(unixepoch('subsec') * 1000.0)"
    : '(extract(epoch FROM clock_timestamp()) * 1000.0)'
}
