import { z } from 'zod'
import type { Bins } from '../../model/published-cell.ts'
import type { Database, Row } from '../connection/database.ts'
import { whereEqual } from '../connection/where-equal.ts'
import { plainObject, readJson } from '../rows/json-column.ts'

/** A weekly release of a study: a fixed snapshot. */
export interface FieldRelease {
  readonly id: number
  readonly list: string
  /** Its Monday, UTC. */
  readonly week: string
  readonly releasedAt: string
  /** Thresholds that it was made by, as plain JSON. */
  readonly rules: object
}

/** What there is of a published curve of the field, without its bins. */
export interface FieldCellHead {
  readonly site: number
  readonly protocol: 'http/1.1' | 'h2' | 'h3'
  readonly metric: string
  /** Week of the release that made it. */
  readonly madeIn: string
  readonly frozenSince: string | null
  readonly contributors: number
  readonly samples: number
  readonly medianMs: number
  readonly lowMs: number | null
  readonly highMs: number | null
}

export interface FieldCell extends FieldCellHead {
  /** `[bin, contributors]` by bin. */
  readonly bins: Bins
}

/** Null: none has been made. */
export async function newestRelease(db: Database, list: string): Promise<FieldRelease | null> {
  const [row] = await db.query(
    'SELECT id, list, week, released_at, rules FROM field_releases WHERE list = ? ORDER BY week DESC LIMIT 1',
    [list],
  )
  if (row === undefined) return null
  return {
    id: Number(row.id),
    list: String(row.list),
    week: String(row.week),
    releasedAt: String(row.released_at),
    rules: readJson(plainObject, row.rules),
  }
}

/** Visits stand among the curves as one more metric, whose bins are places in `CONTRIBUTED_VISITS`. */
export const VISIT_CELL = 'visit'

/** The curves of a release, by site, protocol and metric, without its visits. Each filter narrows it. */
export async function readCells(
  db: Database,
  releaseId: number,
  filter: { readonly site?: number; readonly metric?: string } = {},
): Promise<FieldCell[]> {
  const { sql, bindings } = whereEqual({ release_id: releaseId, site: filter.site, metric: filter.metric })
  const rows = await db.query(
    `SELECT * FROM field_cells WHERE ${sql} AND metric <> '${VISIT_CELL}' ORDER BY site, proto, metric`,
    bindings,
  )
  return rows.map(readCell)
}

export type VisitCell = Pick<
  FieldCell,
  'protocol' | 'metric' | 'madeIn' | 'contributors' | 'samples' | 'bins'
>

/** The visits of a site in a release, by protocol. */
export async function readVisitCells(db: Database, releaseId: number, site: number): Promise<VisitCell[]> {
  const rows = await db.query(
    'SELECT * FROM field_cells WHERE release_id = ? AND site = ? AND metric = ? ORDER BY proto',
    [releaseId, site, VISIT_CELL],
  )
  return rows.map(readCell)
}

/** `readCells` without the bins, of which a whole release has many. */
export async function readCellHeads(
  db: Database,
  releaseId: number,
  metric: string,
): Promise<FieldCellHead[]> {
  const rows = await db.query(
    `SELECT site, proto, metric, made_in, frozen_since, contributors, samples, median_ms, low_ms, high_ms
     FROM field_cells WHERE release_id = ? AND metric = ? ORDER BY site, proto`,
    [releaseId, metric],
  )
  return rows.map(readHead)
}

export async function releaseSize(
  db: Database,
  releaseId: number,
): Promise<{ readonly sites: number; readonly cells: number }> {
  const [row] = await db.query(
    'SELECT count(DISTINCT site) AS sites, count(*) AS cells FROM field_cells WHERE release_id = ? AND metric <> ?',
    [releaseId, VISIT_CELL],
  )
  return { sites: Number(row?.sites), cells: Number(row?.cells) }
}

/** `[[bin, contributors], …]`; not looked at one by one, of which a release has hundreds of thousands. */
export const bins = z.custom<Bins>(Array.isArray)

function readCell(row: Row): FieldCell {
  return { ...readHead(row), bins: readJson(bins, row.bins) }
}

function readHead(row: Row): FieldCellHead {
  return {
    site: Number(row.site),
    protocol: row.proto as FieldCell['protocol'],
    metric: String(row.metric),
    madeIn: String(row.made_in),
    frozenSince: row.frozen_since === null ? null : String(row.frozen_since),
    contributors: Number(row.contributors),
    samples: Number(row.samples),
    medianMs: Number(row.median_ms),
    lowMs: row.low_ms === null ? null : Number(row.low_ms),
    highMs: row.high_ms === null ? null : Number(row.high_ms),
  }
}
