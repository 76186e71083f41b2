import type { Operation, OperationRow } from '../../model/operation.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import type { ColumnType, Dialect } from '../rows/table.ts'
import { readResult, storedResult } from './stored-result.ts'

const COLUMNS = {
  rank: 'integer',
  seq: 'integer',
  operation: 'text',
  hop: 'integer',
  connection: 'integer',
  scheme: 'text',
  host: 'text',
  port: 'integer',
  address: 'text',
  path: 'text',
  start_ms: 'real',
  duration_ms: 'real',
  failure: 'text',
  detail: 'text',
  result: 'json',
} as const satisfies Record<string, ColumnType>

/** Fields that are stored as they are, in the order of `COLUMNS`. */
const PLAIN = [
  ...(['operation', 'hop', 'connection', 'scheme', 'host', 'port', 'address', 'path'] as const),
  ...(['startMs', 'durationMs', 'failure', 'detail'] as const),
]

/** The rows of one site for `insertOperations`, as text; '' where there are none. */
export function encodeOperations(rank: number, rows: readonly OperationRow[]): string {
  return rows
    .map((row, seq) =>
      encodeJsonRow([rank, seq, ...PLAIN.map((name) => row[name]), storedResult(row.operation, row.result)]),
    )
    .join(',')
}

export async function insertOperations(
  query: Query,
  dialect: Dialect,
  surveyId: number,
  encoded: readonly string[],
): Promise<void> {
  const rows = encoded.filter((text) => text !== '')
  if (rows.length === 0) return
  const fields = Object.values(COLUMNS).map((type, index) => jsonField(dialect, index, type))
  await query(
    `INSERT INTO operations (survey_id, ${Object.keys(COLUMNS).join(', ')})
     SELECT ${surveyId}, ${fields.join(', ')} FROM ${jsonRows(dialect)}`,
    [`[${rows.join(',')}]`],
  )
}

/** The recorded operations of one site in the order in which the visit recorded them. */
export async function readOperations(db: Database, surveyId: number, rank: number): Promise<OperationRow[]> {
  const rows = await db.query('SELECT * FROM operations WHERE survey_id = ? AND rank = ? ORDER BY seq', [
    surveyId,
    rank,
  ])
  return rows.map(readOperation)
}

function readOperation(row: Row): OperationRow {
  const operation = {
    operation: row.operation,
    hop: row.hop,
    connection: row.connection,
    scheme: row.scheme,
    host: row.host,
    port: row.port,
    address: row.address,
    path: row.path,
    startMs: row.start_ms,
    durationMs: row.duration_ms,
    failure: row.failure,
    detail: row.detail,
    result: readResult(row.operation as Operation, row.result as string | null),
  } satisfies Record<keyof OperationRow, unknown>
  return operation as OperationRow
}
