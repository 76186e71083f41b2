import type { Database } from '../../../db/connection/database.ts'
import { openStudy } from '../../../db/field/field-studies.ts'
import type { Bins } from '../../../model/published-cell.ts'
import { binQuantile } from '../../../stats/field/bin-quantile.ts'
import { binned } from '../../../stats/field/bins.ts'
import { FIELD_RULES } from '../../../stats/field/field-rules.ts'
import { normalQuantile } from '../../../stats/normal.ts'
import { rng } from '../../../stats/rng.ts'

export const FIELD_LIST = 'K8W3V'
export const FIELD_WEEK = '2026-11-16'

export interface FixtureCurve {
  readonly site: number
  readonly protocol: 'http/1.1' | 'h2' | 'h3'
  readonly metric: 'load' | 'wait'
  readonly contributors: number
  /** About where its median lies, milliseconds. */
  readonly aboutMs: number
  readonly frozenSince: string | null
}

/** site1.test by all protocols, site2.test by one of them and frozen, site30.test whole; the others not at all. */
export const FIELD_CURVES: readonly FixtureCurve[] = [
  ...curves(0, { 'http/1.1': [24, 640], h2: [61, 470], h3: [38, 430] }),
  { ...curve(1, 'h2', 40, 810), frozenSince: '2026-11-09' },
  ...curves(29, { h2: [22, 300], h3: [31, 290] }),
  { ...curve(0, 'h2', 61, 90), metric: 'wait' },
]

function curve(
  site: number,
  protocol: FixtureCurve['protocol'],
  contributors: number,
  aboutMs: number,
): FixtureCurve {
  return { site, protocol, metric: 'load', contributors, aboutMs, frozenSince: null }
}

function curves(
  site: number,
  of: Readonly<Partial<Record<FixtureCurve['protocol'], readonly [contributors: number, aboutMs: number]>>>,
): FixtureCurve[] {
  return Object.entries(of).map(([protocol, [contributors, aboutMs]]) =>
    curve(site, protocol as FixtureCurve['protocol'], contributors, aboutMs),
  )
}

/** Log-normal medians of contributors, in bins. */
export function binsOf({ site, contributors, aboutMs }: FixtureCurve): Bins {
  const random = rng(1_000 * site + contributors)
  return binned(
    Array.from(
      { length: contributors },
      () => aboutMs * Math.exp(0.5 * normalQuantile((1 + 4_294_967_295 * random()) / 4_294_967_297)),
    ),
  )
}

/** An open study of 30 sites with a release, as it stands in the database after `towline contributions release`. */
export async function writeField(
  db: Database,
  { list = FIELD_LIST, pilot = null }: { readonly list?: string; readonly pilot?: string | null } = {},
): Promise<void> {
  const sites = Array.from({ length: 30 }, (_, site) => ({ site, domain: `site${site + 1}.test` }))
  await openStudy(db, { list, openedDay: '2026-10-01', pilot, thresholds: null, sites })
  await db.write(async (query) => {
    const [release] = await query(
      'INSERT INTO field_releases (list, week, released_at, rules) VALUES (?, ?, ?, ?) RETURNING id',
      [list, FIELD_WEEK, `${FIELD_WEEK}T00:00:05.000Z`, JSON.stringify(FIELD_RULES)],
    )
    for (const cell of FIELD_CURVES) {
      const bins = binsOf(cell)
      await query(
        `INSERT INTO field_cells (release_id, site, proto, metric, made_in, frozen_since, contributors, samples,
           median_ms, low_ms, high_ms, bins) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          ...[Number(release?.id), cell.site, cell.protocol, cell.metric],
          ...[cell.frozenSince ?? FIELD_WEEK, cell.frozenSince, cell.contributors, 3 * cell.contributors],
          ...[binQuantile(bins, 0.5) ?? 0, binQuantile(bins, 0.35) ?? 0, binQuantile(bins, 0.65) ?? 0],
          JSON.stringify(bins),
        ],
      )
    }
    // Of 60 contributors 0, 20 and 40 came so, before half of their votes were drawn.
    await query(
      `INSERT INTO field_cells (release_id, site, proto, metric, made_in, contributors, samples, bins)
       VALUES (?, 0, 'h2', 'visit', ?, 60, 180, ?)`,
      [Number(release?.id), FIELD_WEEK, '[[0,10],[1,20],[2,30]]'],
    )
  })
}
