import { z } from 'zod'
import type { Bins } from '../../model/published-cell.ts'
import type { Database } from '../connection/database.ts'
import { whereEqual } from '../connection/where-equal.ts'
import { plainObject } from '../rows/json.ts'
import { asJson, asNumber, asText, asWord, orNull, type RecordOf, recordReader } from '../rows/record.ts'

const readRelease = recordReader({
  id: asNumber,
  list: asText,
  /** Its Monday, UTC. */
  week: asText,
  releasedAt: asText,
  /** Thresholds that it was made by, as plain JSON. */
  rules: asJson(plainObject),
})

/** A weekly release of a study: a fixed snapshot. */
export type FieldRelease = ReturnType<typeof readRelease>

/** `[[bin, contributors], …]`; not looked at one by one, of which a release has hundreds of thousands. */
export const bins = z.custom<Bins>(Array.isArray)

const HEAD = {
  site: asNumber,
  protocol: asWord<'http/1.1' | 'h2' | 'h3'>(),
  metric: asText,
  /** Week of the release that made it. */
  madeIn: asText,
  frozenSince: orNull(asText),
  contributors: asNumber,
  samples: asNumber,
  medianMs: asNumber,
  lowMs: orNull(asNumber),
  highMs: orNull(asNumber),
}

/** Head of a published curve of the field, without its bins. */
export type FieldCellHead = RecordOf<typeof HEAD>

const readCell = recordReader({
  ...HEAD,
  /** `[bin, contributors]` by bin. */
  bins: asJson(bins),
})

export type FieldCell = ReturnType<typeof readCell>

/** Returns null where none has been made. */
export async function newestRelease(db: Database, list: string): Promise<FieldRelease | null> {
  const [row] = await db.query(
    'SELECT id, list, week, released_at, rules FROM field_releases WHERE list = ? ORDER BY week DESC LIMIT 1',
    [list],
  )
  return row === undefined ? null : readRelease(row)
}

/** Visits stand among the curves as one more metric, whose bins are places in `CONTRIBUTED_VISITS`. */
const VISIT_CELL = 'visit'

/** The curves of a release, by site, protocol and metric, without its visits. Each filter narrows it. */
export async function readCells(
  db: Database,
  releaseId: number,
  filter: { readonly site?: number; readonly metric?: string } = {},
): Promise<FieldCell[]> {
  const { sql, bindings } = whereEqual({ release_id: releaseId, site: filter.site, metric: filter.metric })
  const rows = await db.query(
    `SELECT *, proto AS protocol FROM field_cells WHERE ${sql} AND metric <> '${VISIT_CELL}' ORDER BY site, proto, metric`,
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
    'SELECT *, proto AS protocol FROM field_cells WHERE release_id = ? AND site = ? AND metric = ? ORDER BY proto',
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
    `SELECT site, proto AS protocol, metric, made_in, frozen_since, contributors, samples, median_ms, low_ms, high_ms
     FROM field_cells WHERE release_id = ? AND metric = ? ORDER BY site, proto`,
    [releaseId, metric],
  )
  return rows.map(recordReader(HEAD))
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
