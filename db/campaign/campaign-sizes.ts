import type { Database } from '../connection/database.ts'
import { SPOILT_LOADS } from './sample-tallies.ts'

export interface CampaignSize {
  readonly campaignId: number
  readonly sites: number
  readonly samples: number
  readonly validSamples: number
  /** Null for a live campaign. */
  readonly labRunId: number | null
  /** Loads for which it is unfinished, though none is pending: the machine was busy. 0: it is not so. */
  readonly lackingLoads: number
}

export async function campaignSizes(db: Database, campaignId?: number): Promise<CampaignSize[]> {
  const rows = await db.query(
    `SELECT id,
       (SELECT count(*) FROM campaign_sites WHERE campaign_id = campaigns.id) AS sites,
       (SELECT coalesce(sum(samples), 0) FROM sample_tallies WHERE campaign_id = campaigns.id) AS samples,
       (SELECT coalesce(sum(samples), 0) FROM sample_tallies
         WHERE campaign_id = campaigns.id AND state = 'valid') AS valid_samples,
       (SELECT lab_run_id FROM lab_cells WHERE campaign_id = campaigns.id LIMIT 1) AS lab_run_id,
       CASE WHEN state <> 'stopped' OR EXISTS
         (SELECT 1 FROM samples WHERE campaign_id = campaigns.id AND samples.state = 'pending') THEN 0
         ELSE ${SPOILT_LOADS} END AS lacking_loads
     FROM campaigns ${campaignId === undefined ? '' : 'WHERE id = ?'} ORDER BY id`,
    campaignId === undefined ? [] : [campaignId],
  )
  return rows.map((row) => ({
    campaignId: Number(row.id),
    sites: Number(row.sites),
    samples: Number(row.samples),
    validSamples: Number(row.valid_samples),
    labRunId: row.lab_run_id === null ? null : Number(row.lab_run_id),
    lackingLoads: Number(row.lacking_loads),
  }))
}
