import type { CellPast, PublishedCell } from '../../model/published-cell.ts'
import type { Database, Row } from '../connection/database.ts'
import { readJson } from '../rows/json.ts'
import { bins } from './field-cells.ts'
import { type CellName, membersOfSite } from './field-members.ts'

interface PastOptions {
  readonly list: string
  /** The release that is made. */
  readonly week: string
  /** Earlier ones than this are of no interest. */
  readonly sinceWeek: string
  /** Whether that release is there and is to be put right: what is current is its own curve then. Default false. */
  readonly isRemake?: boolean
}

/** Reads what is known of the cells of a site from the releases before; cells that never were published are not in it. */
export async function pastOfSite(
  db: Database,
  site: number,
  { list, week, sinceWeek, isRemake = false }: PastOptions,
): Promise<ReadonlyMap<CellName, CellPast>> {
  const rows = await db.query(
    `SELECT release.week, cell.*,
       (SELECT max(newest.week) FROM field_releases AS newest
        WHERE newest.list = release.list AND newest.week <= ?) AS newest_week
     FROM field_releases AS release JOIN field_cells AS cell ON cell.release_id = release.id
     WHERE release.list = ? AND release.week >= ? AND release.week <= ? AND cell.site = ?
     ORDER BY release.week`,
    [week, list, sinceWeek, week, site],
  )
  const members = await membersOfSite(db, list, site)
  const cells = Map.groupBy(rows, (row): CellName => `${String(row.proto)} ${String(row.metric)}`)
  const past = new Map<CellName, CellPast>()
  for (const name of new Set([...cells.keys(), ...members.keys()])) {
    const cellRows = cells.get(name) ?? []
    const remaining = members.get(name) ?? new Map<string, number>()
    const shown = cellRows.find((row) => row.week === row.newest_week)
    const lost = shown === undefined ? 0 : Math.max(0, Number(shown.contributors) - remaining.size)
    past.set(name, {
      published: cellRows
        .filter((row) => !isRemake || String(row.week) < week)
        .map((row) => ({ week: String(row.week), cell: publishedCell(row) })),
      members: remaining,
      current: shown === undefined || lost > 0 ? null : publishedCell(shown),
      lost,
    })
  }
  return past
}

function publishedCell(row: Row): PublishedCell {
  const ms = (value: unknown): number | null => (value === null ? null : Number(value))
  return {
    curve: {
      bins: readJson(bins, row.bins),
      contributors: Number(row.contributors),
      samples: Number(row.samples),
      medianMs: ms(row.median_ms),
      lowMs: ms(row.low_ms),
      highMs: ms(row.high_ms),
    },
    madeIn: String(row.made_in),
    frozenSince: row.frozen_since === null ? null : String(row.frozen_since),
  }
}
