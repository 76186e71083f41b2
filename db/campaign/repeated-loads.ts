import type { Arm } from '../../model/arm.ts'
import type { Database } from '../connection/database.ts'
import { whereEqual } from '../connection/where-equal.ts'

/** Loads of an arm of a site that were taken again, since their round had met a busy machine. */
export interface RepeatedLoads {
  readonly site: number
  readonly arm: Arm
  /** 1 or more: as often as rounds were repeated. */
  readonly samples: number
}

/** Counts what was repeated of a campaign, or of one site of it; those that wait for it are not counted. */
export async function repeatedLoads(
  db: Database,
  campaignId: number,
  site?: number,
): Promise<RepeatedLoads[]> {
  const { sql, bindings } = whereEqual({ campaign_id: campaignId, site })
  // Where they are grouped at once, SQLite reads all samples in the order of sites, not the index of repeated ones.
  const rows = await db.query(
    `WITH repeated AS MATERIALIZED
       (SELECT site, arm FROM samples WHERE ${sql} AND repeat_no > 0 AND state <> 'pending')
     SELECT site, arm, count(*) AS samples FROM repeated GROUP BY site, arm ORDER BY site, arm`,
    bindings,
  )
  return rows.map((row) => ({ site: Number(row.site), arm: row.arm as Arm, samples: Number(row.samples) }))
}
