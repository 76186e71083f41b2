import { z } from 'zod'
import { ARM_NAMES } from '../../model/arm.ts'
import type { Database, Query } from '../connection/database.ts'
import { canonicalJson, encodeJsonRow, jsonField, jsonRows, plainObject } from '../rows/json.ts'
import { asJson, asNumber, asText, asWord, orNull, recordReader } from '../rows/record.ts'
import type { Dialect } from '../rows/table.ts'

type LabCellState = 'pending' | 'done' | 'skipped' | 'failed'

/** The level of each factor: `{ page: 'a', server: 'go', rttMs: 100, lossFraction: 0.01, … }`. */
const labFactors = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).readonly()

export type LabFactors = z.output<typeof labFactors>

const wireLimits = z.partialRecord(z.enum(ARM_NAMES), z.number()).readonly()

const readCell = recordReader({
  labRunId: asNumber,
  /** Counted from 0. */
  cell: asNumber,
  /** Is null until it is measured, as is `site`. */
  campaignId: orNull(asNumber),
  site: orNull(asNumber),
  factors: asJson(labFactors),
  /** The link as it is asked for, as plain JSON. */
  configuredLink: asJson(plainObject),
  /** Link as it was measured, as plain JSON. */
  measuredLink: orNull(asJson(plainObject)),
  /** The smallest page time that the link allows, milliseconds, by arm. */
  wireLimitMs: orNull(asJson(wireLimits)),
  state: asWord<LabCellState>(),
  /** Says why it was skipped or failed; else null. */
  reason: orNull(asText),
})

/** One page under one condition. Its samples are those of its campaign and site, like live ones. */
export type LabCellRow = ReturnType<typeof readCell>

export type NewLabCell = Pick<LabCellRow, 'factors' | 'configuredLink'>

/** Findings on a cell, with the page of the campaign that its samples are of. */
type LabCellResult = Pick<LabCellRow, 'measuredLink' | 'wireLimitMs'>

export async function insertCells(
  query: Query,
  dialect: Dialect,
  labRunId: number,
  cells: readonly NewLabCell[],
): Promise<void> {
  const types = ['integer', 'json', 'json'] as const
  const rows = cells.map(({ factors, configuredLink }, cell) =>
    encodeJsonRow([cell, canonicalJson(factors), canonicalJson(configuredLink)]),
  )
  await query(
    `INSERT INTO lab_cells (lab_run_id, cell, factors, configured_link, state)
     SELECT ${labRunId}, ${types.map((type, index) => jsonField(dialect, index, type)).join(', ')}, 'pending'
     FROM ${jsonRows(dialect)}`,
    [`[${rows.join(',')}]`],
  )
}

/**
 * Gives cells their pages of a campaign. In `createCampaign`'s own transaction, so that at no moment the campaign
 * passes for a live one. Rejects with a RangeError where a cell is not there or has its page already.
 */
export async function assignPages(
  query: Query,
  labRunId: number,
  campaignId: number,
  cells: readonly { readonly cell: number; readonly site: number }[],
): Promise<void> {
  for (const { cell, site } of cells) {
    const assigned = await query(
      `UPDATE lab_cells SET campaign_id = ?, site = ?
       WHERE lab_run_id = ? AND cell = ? AND campaign_id IS NULL RETURNING cell`,
      [campaignId, site, labRunId, cell],
    )
    if (assigned.length === 0) throw new RangeError(`cell ${cell} of lab run ${labRunId} waits for no page`)
  }
}

/** Records what was found out of a cell and what became of it; what is left out stays as it is. */
export async function recordCell(
  db: Database,
  { labRunId, cell }: { readonly labRunId: number; readonly cell: number },
  change: Partial<LabCellResult> & {
    readonly end?:
      | { readonly state: 'done' }
      | { readonly state: 'skipped' | 'failed'; readonly reason: string }
  },
): Promise<void> {
  const { measuredLink, wireLimitMs, end } = change
  const columns: [string, string | null][] = []
  if (measuredLink !== undefined) columns.push(['measured_link', jsonOrNull(measuredLink)])
  if (wireLimitMs !== undefined) columns.push(['wire_limit_ms', jsonOrNull(wireLimitMs)])
  if (end !== undefined)
    columns.push(['state', end.state], ['reason', end.state === 'done' ? null : end.reason])
  if (columns.length === 0) return
  const set = columns.map(([name]) => `${name} = ?`).join(', ')
  await db.write(async (query) => {
    const changed = await query(
      `UPDATE lab_cells SET ${set} WHERE lab_run_id = ? AND cell = ? RETURNING cell`,
      [...columns.map(([, value]) => value), labRunId, cell],
    )
    if (changed.length === 0) throw new RangeError(`lab run ${labRunId} has no cell ${cell}`)
  })
}

/** The cells of a lab run in their order. */
export async function labCells(db: Database, labRunId: number): Promise<LabCellRow[]> {
  const rows = await db.query('SELECT * FROM lab_cells WHERE lab_run_id = ? ORDER BY cell', [labRunId])
  return rows.map(readCell)
}

/** A cell of a lab run; null where it has none of this number. */
export async function labCell(db: Database, labRunId: number, cell: number): Promise<LabCellRow | null> {
  const [row] = await db.query('SELECT * FROM lab_cells WHERE lab_run_id = ? AND cell = ?', [labRunId, cell])
  return row === undefined ? null : readCell(row)
}

/** The lab run that a campaign was made for; null for a live campaign. */
export async function labRunIdByCampaign(db: Database, campaignId: number): Promise<number | null> {
  const [row] = await db.query('SELECT lab_run_id FROM lab_cells WHERE campaign_id = ? LIMIT 1', [campaignId])
  return row === undefined ? null : Number(row.lab_run_id)
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : canonicalJson(value)
}
