import type { CablelabsCondition } from './cablelabs-tables.ts'

/** A file that cannot be understood; the message names the line and says in one sentence what is wrong. */
export class CablelabsCsvError extends Error {
  override readonly name = 'CablelabsCsvError'
}

export interface ClientConditions {
  readonly client: string
  readonly conditions: readonly CablelabsCondition[]
}

const COLUMNS = [
  ...(['client', 'page', 'servers', 'down_mbps', 'up_mbps', 'rtt_ms', 'loss_pct'] as const),
  ...(['https_iw3_ms', 'spdy_iw3_ms', 'https_iw10_ms', 'spdy_iw10_ms'] as const),
] as const
type Column = (typeof COLUMNS)[number]

/**
 * Reads medians from CSV (RFC 4180 without line ends inside cells; LF or CRLF, with or without a byte order mark). The
 * first line names the columns, in any order; other columns are passed over. An empty median is null; any other cell has
 * to be there. Empty lines are passed over.
 *
 * @returns the conditions of each client, in the order of the file
 * @throws CablelabsCsvError
 */
export function parseCablelabsCsv(text: string): readonly ClientConditions[] {
  const lines = text.split(/\r?\n/)
  const [head = '', ...rest] = lines
  if (head.trim() === '')
    throw new CablelabsCsvError(`line 1: no column names, expected ${COLUMNS.join(',')}`)
  const names = cellsOf(head, 1)
  for (const column of COLUMNS) {
    const times = names.filter((name) => name === column).length
    if (times !== 1)
      throw new CablelabsCsvError(`line 1: ${times === 0 ? 'no' : 'more than one'} column ${column}`)
  }
  const clients = new Map<string, CablelabsCondition[]>()
  const lineOf = new Map<string, number>()
  for (const [index, record] of rest.entries()) {
    if (record.trim() === '') continue
    const line = index + 2
    const cells = cellsOf(record, line)
    if (cells.length !== names.length) {
      throw new CablelabsCsvError(`line ${line}: ${cells.length} cells under ${names.length} column names`)
    }
    const cell = (column: Column) => cells[names.indexOf(column)] ?? ''
    const client = given(cell('client'), 'client', line)
    const conditions = clients.get(client) ?? []
    const condition = conditionOf(cell, line)
    const { page, servers, downMbps, upMbps, rttMs, lossPercent } = condition
    const key = JSON.stringify([client, page, servers, downMbps, upMbps, rttMs, lossPercent])
    const earlier = lineOf.get(key)
    if (earlier !== undefined)
      throw new CablelabsCsvError(`line ${line}: the condition of line ${earlier} again`)
    lineOf.set(key, line)
    conditions.push(condition)
    clients.set(client, conditions)
  }
  if (clients.size === 0) throw new CablelabsCsvError('line 2: no conditions below the column names')
  return [...clients].map(([client, conditions]) => ({ client, conditions }))
}

function conditionOf(cell: (column: Column) => string, line: number): CablelabsCondition {
  const number = (column: Column) => numberOf(given(cell(column), column, line), column, line)
  const positive = (column: Column) => aboveZero(number(column), column, line)
  const median = (column: Column) => (cell(column) === '' ? null : positive(column))
  const servers = positive('servers')
  if (!Number.isInteger(servers))
    throw new CablelabsCsvError(`line ${line}: servers is ${servers}, not a whole number`)
  const lossPercent = number('loss_pct')
  if (lossPercent > 100) throw new CablelabsCsvError(`line ${line}: loss_pct is ${lossPercent}, above 100`)
  return {
    page: given(cell('page'), 'page', line),
    servers,
    downMbps: positive('down_mbps'),
    upMbps: positive('up_mbps'),
    rttMs: number('rtt_ms'),
    lossPercent,
    httpsIw3Ms: median('https_iw3_ms'),
    spdyIw3Ms: median('spdy_iw3_ms'),
    httpsIw10Ms: median('https_iw10_ms'),
    spdyIw10Ms: median('spdy_iw10_ms'),
  }
}

function given(text: string, column: Column, line: number): string {
  if (text === '') throw new CablelabsCsvError(`line ${line}: ${column} is empty`)
  return text
}

function numberOf(text: string, column: Column, line: number): number {
  const value = Number(text)
  if (!/^\d+(?:\.\d+)?$/.test(text) || !Number.isFinite(value)) {
    throw new CablelabsCsvError(
      `line ${line}: ${column} is '${text.slice(0, 40)}', not a number of 0 or more`,
    )
  }
  return value
}

function aboveZero(value: number, column: Column, line: number): number {
  if (value === 0) throw new CablelabsCsvError(`line ${line}: ${column} is 0, not above 0`)
  return value
}

/** A record's cells without the space (or byte order mark) around them; a quoted cell may hold commas, and quotes twice. */
function cellsOf(record: string, line: number): string[] {
  const cells: string[] = []
  const cell = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)/y
  for (;;) {
    const match = cell.exec(record)
    if (match === null)
      throw new CablelabsCsvError(`line ${line}: a quotation mark that is not closed or stands alone`)
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
    if (match[3] === '') return cells
  }
}
