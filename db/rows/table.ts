export type Value = string | number | boolean | null | Uint8Array
export type Row = Readonly<Record<string, unknown>>

/** Runs one statement with `?` placeholders; resolves to its rows (none for a plain INSERT). */
export type Query = (sql: string, bindings?: readonly Value[]) => Promise<Row[]>

export type Dialect = 'sqlite' | 'postgres'

/**
 * `id` is a primary key that the database numbers; `uint32` holds 0 to 2^32 - 1; `counter` 0 to 2^53 - 1; `json` is JSON
 * as text; `epoch_ms` is a wall-clock time in milliseconds. Moments for people are `text`, ISO 8601 in UTC.
 */
export type ColumnType =
  | 'id'
  | 'integer'
  | 'uint32'
  | 'counter'
  | 'real'
  | 'epoch_ms'
  | 'text'
  | 'json'
  | 'boolean'

interface Column {
  /** Bytes are bound as a value of their own (`blob`): rows of JSON cannot carry them. */
  readonly type: ColumnType | 'blob'
  /** True where NULL is a value; columns are NOT NULL otherwise. */
  readonly nullable?: boolean
  /** Closed list of values. */
  readonly oneOf?: readonly string[]
  /** Smallest number allowed. */
  readonly min?: number
}

/** One definition from which both dialects' DDL is made (`createTable`). */
export interface Table {
  readonly name: string
  readonly columns: Readonly<Record<string, Column>>
  /** Table constraints and foreign keys, in the SQL that both dialects share. */
  readonly constraints: readonly string[]
  /** Complete CREATE INDEX statements in the SQL that both dialects share. */
  readonly indexes: readonly string[]
  /**
   * SQLite then keeps rows in the order of their primary key, without a number that tells in which order they came. Default
   * false.
   */
  readonly withoutRowid?: boolean
}

const SQL_TYPES: Readonly<Record<Column['type'], Readonly<Record<Dialect, string>>>> = {
  id: { sqlite: 'INTEGER PRIMARY KEY', postgres: 'integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY' },
  integer: { sqlite: 'INTEGER', postgres: 'integer' },
  uint32: { sqlite: 'INTEGER', postgres: 'bigint' },
  counter: { sqlite: 'INTEGER', postgres: 'bigint' },
  real: { sqlite: 'REAL', postgres: 'double precision' },
  epoch_ms: { sqlite: 'REAL', postgres: 'double precision' },
  text: { sqlite: 'TEXT', postgres: 'text' },
  json: { sqlite: 'TEXT', postgres: 'text' },
  boolean: { sqlite: 'INTEGER', postgres: 'boolean' },
  blob: { sqlite: 'BLOB', postgres: 'bytea' },
}

/**
 * The statements that create a table. SQLite tables are STRICT, with a CHECK for what STRICT does not know:
 * booleans, ranges, closed lists, infinities. (A NaN is NULL to SQLite, so NOT NULL refuses it.)
 */
export function createTable(table: Table, dialect: Dialect): string[] {
  const columns = Object.entries(table.columns).map(([name, column]) => columnSql(name, column, dialect))
  const body = [...columns, ...table.constraints].map((line) => `  ${line}`).join(',\n')
  const options = table.withoutRowid === true ? ' STRICT, WITHOUT ROWID' : ' STRICT'
  return [`CREATE TABLE ${table.name} (\n${body}\n)${dialect === 'sqlite' ? options : ''}`, ...table.indexes]
}

function columnSql(name: string, column: Column, dialect: Dialect): string {
  const checks = columnChecks(name, column, dialect).map((check) => ` CHECK (${check})`)
  const nullability = column.type === 'id' || column.nullable === true ? '' : ' NOT NULL'
  return `${name} ${SQL_TYPES[column.type][dialect]}${nullability}${checks.join('')}`
}

function columnChecks(name: string, { type, oneOf, min }: Column, dialect: Dialect): string[] {
  const checks: string[] = []
  if (type === 'boolean' && dialect === 'sqlite') checks.push(`${name} IN (0, 1)`)
  if (type === 'uint32') checks.push(`${name} BETWEEN 0 AND 4294967295`)
  if (type === 'counter') checks.push(`${name} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}`)
  // Neither infinite nor, on PostgreSQL, NaN, which is greater than every number there.
  if (type === 'real' || type === 'epoch_ms') checks.push(`${name} BETWEEN ${min ?? -1e300} AND 1e300`)
  else if (min !== undefined) checks.push(`${name} >= ${min}`)
  if (oneOf !== undefined) checks.push(`${name} IN (${oneOf.map((value) => `'${value}'`).join(', ')})`)
  return checks
}
