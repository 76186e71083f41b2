import type { Database } from '../../db/connection/database.ts'
import { contributedSites, countingRows, visitRows } from '../../db/field/contribution-rows.ts'
import { arrivedPseudonyms } from '../../db/field/field-arrivals.ts'
import { newestRelease } from '../../db/field/field-cells.ts'
import { readLosses } from '../../db/field/field-losses.ts'
import { pastOfSite } from '../../db/field/field-past.ts'
import { type NewCell, writeRelease } from '../../db/field/field-releases.ts'
import type { Study } from '../../db/field/field-studies.ts'
import { FIELD_METRICS, FIELD_PROTOCOLS } from '../../model/field.ts'
import { addDays } from '../../stats/field/days.ts'
import { type FieldRules, fieldRules } from '../../stats/field/field-rules.ts'
import { NO_PAST } from '../../stats/field/release-cell.ts'
import {
  type CellKey,
  firstDayOf,
  PAST_WEEKS,
  type ReleasedCell,
  releaseSite,
} from '../../stats/field/release-site.ts'

export interface ReleaseOptions {
  readonly db: Database
  readonly writer: Database
  readonly study: Study
  /** Monday that the release is of. */
  readonly week: string
  readonly now: () => string
  /** Sites whose present level is taken as it is, whatever it was (`--accept`). */
  readonly accepted?: ReadonlySet<number>
  readonly signal?: AbortSignal
}

/** Serves the operator alone: what is withheld is not shown to anybody else (safety.md P8). */
export interface ReleaseReport {
  readonly list: string
  readonly week: string
  /**
   * - `made`
   * - `exists`: the week, or a later one, had its release already, which stays as it is
   * - `nobody`: nobody has contributed in the weeks that it would be about: the one before stays
   */
  readonly state: 'made' | 'exists' | 'nobody'
  readonly sites: number
  readonly made: number
  readonly carried: number
  readonly frozen: number
  readonly withheld: number
}

const FIELD_CELLS: readonly CellKey[] = FIELD_PROTOCOLS.flatMap((proto) =>
  ([...FIELD_METRICS, 'visit'] as const).map((metric) => ({ proto, metric })),
)

/** Says how often it starts again because somebody had himself deleted in between. */
const TRIES = 10

/**
 * Makes the release of a week, once: a fixed snapshot (safety.md P8). Rejects where the signal stops it, or where people have
 * themselves deleted faster than it can be made.
 */
export async function makeRelease(options: ReleaseOptions): Promise<ReleaseReport> {
  const { db, writer, study, week, now } = options
  const { list } = study
  const newest = await newestRelease(db, list)
  if (newest !== null && newest.week >= week) return nothingDone(list, week, 'exists')
  const rules = fieldRules(study.thresholds)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const losses = await readLosses(db, list)
    const { cells, isAnybodyThere, ...counts } = await cellsOfRelease(options, rules)
    if (!isAnybodyThere) return nothingDone(list, week, 'nobody')
    const written = await writeRelease(writer, { list, week, releasedAt: now(), rules, cells, losses })
    if (written === 'exists') return nothingDone(list, week, 'exists')
    if (written === 'written')
      return { list, week, state: 'made', sites: new Set(cells.map(({ site }) => site)).size, ...counts }
  }
  throw new Error(`the release of ${list} could not be made: contributors leave while it is being made`)
}

function nothingDone(list: string, week: string, state: 'exists' | 'nobody'): ReleaseReport {
  return { list, week, state, sites: 0, made: 0, carried: 0, frozen: 0, withheld: 0 }
}

interface ComputedCells {
  readonly isAnybodyThere: boolean
  readonly cells: readonly NewCell[]
  readonly made: number
  readonly carried: number
  readonly frozen: number
  readonly withheld: number
}

async function cellsOfRelease(options: ReleaseOptions, rules: FieldRules): Promise<ComputedCells> {
  const { db, study, week, accepted, signal } = options
  const cells: NewCell[] = []
  const counts = { made: 0, carried: 0, frozen: 0, withheld: 0 }
  const days = { from: addDays(week, -rules.windowDays), until: week }
  const sites = await contributedSites(db, study.list, days)
  for (const site of sites) {
    signal?.throwIfAborted()
    const accept = accepted?.has(site) === true
    for (const { proto, metric, outcome } of await releasedSite(db, study.list, site, {
      week,
      rules,
      accept,
    })) {
      if (metric !== 'visit') counts[outcome.state] += 1
      if (outcome.state === 'withheld') continue
      const members = outcome.state === 'made' ? outcome.members : null
      cells.push({ site, proto, metric, cell: outcome.cell, members })
    }
  }
  return { cells, isAnybodyThere: sites.length > 0, ...counts }
}

/** The cells of a site as a release of this week has them; `isRemake` where it is there and is put right. */
export async function releasedSite(
  db: Database,
  list: string,
  site: number,
  how: {
    readonly week: string
    readonly rules: FieldRules
    readonly accept?: boolean
    readonly isRemake?: boolean
    readonly cells?: readonly CellKey[]
  },
): Promise<ReleasedCell[]> {
  const { week, rules, accept = false, isRemake = false, cells = FIELD_CELLS } = how
  const rows = await countingRows(db, list, site, { from: firstDayOf(week, rules), until: week })
  const visits = await visitRows(db, list, site, { from: addDays(week, -rules.windowDays), until: week })
  const arrived = await arrivedPseudonyms(db, list, site, rules.quarantineDays)
  const sinceWeek = addDays(week, -7 * PAST_WEEKS)
  const past = await pastOfSite(db, site, { list, week, sinceWeek, isRemake })
  return releaseSite(rows, ({ proto, metric }) => past.get(`${proto} ${metric}`) ?? NO_PAST, {
    ...{ week, rules, accept, cells, arrived, visits },
  })
}
