import type { ReleaseType } from '../../model/release/release-table.ts'
import type { Dialect } from '../rows/table.ts'

/** SQL that gives a value as a cell of CSV (RFC 4180), in what both dialects share: null is an empty cell, '' is `""`. */
export function csvExpression(sql: string, type: ReleaseType): string {
  switch (type) {
    case 'boolean':
      return `CASE WHEN ${sql} THEN 'true' WHEN NOT ${sql} THEN 'false' ELSE '' END`
    case 'integer':
    case 'number':
      return `coalesce(CAST(${sql} AS text), '')`
    case 'code':
    case 'instant':
    case 'day':
      return `coalesce(${sql}, '')`
    case 'text':
    case 'json':
      return `coalesce('"' || replace(${sql}, '"', '""') || '"', '')`
  }
}

/** The line end of CSV files, in SQL. */
export function lineEnd(dialect: Dialect): string {
  return dialect === 'sqlite' ? 'char(13) || char(10)' : 'chr(13) || chr(10)'
}
