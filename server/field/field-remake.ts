import type { Database } from '../../db/connection/database.ts'
import { newestRelease, readCells, readVisitCells } from '../../db/field/field-cells.ts'
import { readLosses } from '../../db/field/field-losses.ts'
import { membersOfSite, noteGoneMembers } from '../../db/field/field-members.ts'
import { type NewCell, writeRemake } from '../../db/field/field-releases.ts'
import { fieldRules } from '../../stats/field/field-rules.ts'
import type { CellKey } from '../../stats/field/release-site.ts'
import { releasedSite } from './field-release.ts'

interface RemakeOptions {
  readonly db: Database
  readonly writer: Database
  readonly list: string
  readonly signal?: AbortSignal
}

interface RemakeReport {
  readonly list: string
  readonly remade: number
  /** Cells that are not published any more, until a later release. */
  readonly withheld: number
}

const TRIES = 10

/**
 * Puts right what the newest release says of cells that lost somebody by deletion (safety.md P7): such a cell is made anew
 * where enough have changed to hide who left, or else withheld. Does nothing where nobody left.
 */
export async function remakeLosses({ db, writer, list, signal }: RemakeOptions): Promise<RemakeReport> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    await noteGoneMembers(writer, list)
    const losses = await readLosses(db, list)
    const sites = new Set(losses.map(({ site }) => site))
    const release = await newestRelease(db, list)
    const recomputed: NewCell[] = []
    const withheld: (CellKey & { site: number })[] = []
    if (losses.length === 0) return { list, remade: 0, withheld: 0 }
    for (const site of release === null ? [] : sites) {
      signal?.throwIfAborted()
      const cells = await cellsThatLost(db, list, { releaseId: release?.id ?? 0, site })
      if (cells.length === 0 || release === null) continue
      const options = { week: release.week, rules: fieldRules(release.rules), isRemake: true, cells }
      for (const { proto, metric, outcome } of await releasedSite(db, list, site, options)) {
        if (outcome.state !== 'made') withheld.push({ site, proto, metric })
        else recomputed.push({ site, proto, metric, cell: outcome.cell, members: outcome.members })
      }
    }
    const remake = { list, releaseId: release?.id ?? 0, recomputed, withheld, losses }
    if ((await writeRemake(writer, remake)) === 'written')
      return { list, remade: recomputed.length, withheld: withheld.length }
  }
  throw new Error(`cells of ${list} could not be made anew: contributors leave while they are being made`)
}

/** Published cells of a site that have fewer members than contributors. */
async function cellsThatLost(
  db: Database,
  list: string,
  { releaseId, site }: { readonly releaseId: number; readonly site: number },
): Promise<CellKey[]> {
  const members = await membersOfSite(db, list, site)
  const published = [
    ...(await readCells(db, releaseId, { site })),
    ...(await readVisitCells(db, releaseId, site)),
  ]
  return published
    .filter(
      ({ protocol, metric, contributors }) =>
        (members.get(`${protocol} ${metric}`)?.size ?? 0) < contributors,
    )
    .map(({ protocol, metric }) => ({ proto: protocol, metric: metric as CellKey['metric'] }))
}
