import type { Members, PublishedCell } from '../../model/published-cell.ts'
import type { Database, Query } from '../connection/database.ts'
import { canonicalJson, encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import type { ColumnType, Dialect } from '../rows/table.ts'
import { clearLosses, type FieldLoss } from './field-losses.ts'
import { replaceMembers, sitesWithGoneMembers } from './field-members.ts'

export interface NewCell {
  readonly site: number
  readonly proto: string
  readonly metric: string
  readonly cell: PublishedCell
  /** Says whom it was made of; null where it is the one before, shown again. */
  readonly members: Members | null
}

export interface NewRelease {
  readonly list: string
  /** Its Monday, UTC. */
  readonly week: string
  readonly releasedAt: string
  /** Thresholds and rules it was made by, as plain JSON. */
  readonly rules: object
  readonly cells: readonly NewCell[]
  /** Losses that it makes up for. */
  readonly losses: readonly FieldLoss[]
}

/**
 * - `written`
 * - `exists`: the week has its release, which stays as it is
 * - `outdated`: somebody of whom a curve was made had himself deleted meanwhile; nothing is written, and what was read has
 *   to be read again
 */
export type Written = 'written' | 'exists' | 'outdated'

class Outdated extends Error {}

/** Writes a weekly release in one transaction: all of it is shown, or nothing. */
export async function writeRelease(db: Database, release: NewRelease): Promise<Written> {
  const { list, week, releasedAt, rules, cells, losses } = release
  return orOutdated(
    db.write<Written>(async (query) => {
      const [created] = await query(
        `INSERT INTO field_releases (list, week, released_at, rules) VALUES (?, ?, ?, ?)
         ON CONFLICT (list, week) DO NOTHING RETURNING id`,
        [list, week, releasedAt, canonicalJson(rules)],
      )
      if (created === undefined) return 'exists'
      await insertCells(query, db.dialect, Number(created.id), cells)
      await writeMembers(query, db.dialect, list, cells)
      await clearLosses(query, list, losses)
      return 'written'
    }),
  )
}

interface Remake {
  readonly list: string
  readonly releaseId: number
  /** Put in the place of what was published. */
  readonly recomputed: readonly NewCell[]
  /** Not published any more. */
  readonly withheld: readonly { readonly site: number; readonly proto: string; readonly metric: string }[]
  readonly losses: readonly FieldLoss[]
}

/** Puts cells that lost somebody right in the newest release, in one transaction. */
export async function writeRemake(db: Database, remake: Remake): Promise<Written> {
  const { list, releaseId, recomputed, withheld, losses } = remake
  return orOutdated(
    db.write<Written>(async (query) => {
      for (const { site, proto, metric } of [...recomputed, ...withheld])
        await query(
          'DELETE FROM field_cells WHERE release_id = ? AND site = ? AND proto = ? AND metric = ?',
          [releaseId, site, proto, metric],
        )
      await insertCells(query, db.dialect, releaseId, recomputed)
      await writeMembers(query, db.dialect, list, recomputed)
      await clearLosses(query, list, losses)
      return 'written'
    }),
  )
}

async function orOutdated(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof Outdated) return 'outdated'
    throw error
  }
}

/** @throws Outdated where one of them is gone: the transaction is rolled back */
async function writeMembers(
  query: Query,
  dialect: Dialect,
  list: string,
  cells: readonly NewCell[],
): Promise<void> {
  const computed = cells.flatMap((cell) => (cell.members === null ? [] : { ...cell, members: cell.members }))
  await replaceMembers(query, dialect, list, computed)
  const sites = new Set(computed.map(({ site }) => site))
  const gone = sites.size === 0 ? [] : await sitesWithGoneMembers(query, list)
  if (gone.some((site) => sites.has(site))) throw new Outdated('somebody is gone')
}

const COLUMNS = {
  site: 'integer',
  proto: 'text',
  metric: 'text',
  made_in: 'text',
  frozen_since: 'text',
  contributors: 'integer',
  samples: 'integer',
  median_ms: 'real',
  low_ms: 'real',
  high_ms: 'real',
  bins: 'json',
} as const satisfies Record<string, ColumnType>

/** Cells of one statement: a megabyte as JSON. */
const BATCH = 1_000

async function insertCells(
  query: Query,
  dialect: Dialect,
  releaseId: number,
  cells: readonly NewCell[],
): Promise<void> {
  const fields = Object.values(COLUMNS).map((type, index) => jsonField(dialect, index, type))
  for (let from = 0; from < cells.length; from += BATCH)
    await query(
      `INSERT INTO field_cells (release_id, ${Object.keys(COLUMNS).join(', ')})
       SELECT CAST(? AS integer), ${fields.join(', ')} FROM ${jsonRows(dialect)}`,
      [
        releaseId,
        `[${cells
          .slice(from, from + BATCH)
          .map(encode)
          .join(',')}]`,
      ],
    )
}

function encode({ site, proto, metric, cell }: NewCell): string {
  const { curve, madeIn, frozenSince } = cell
  return encodeJsonRow([
    ...[site, proto, metric, madeIn, frozenSince, curve.contributors, curve.samples],
    ...[curve.medianMs, curve.lowMs, curve.highMs, curve.bins],
  ])
}
