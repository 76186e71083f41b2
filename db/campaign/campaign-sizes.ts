import type { Database } from '../connection/database.ts'
import { asNumber, orNull, recordReader } from '../rows/record.ts'
import { SPOILT_LOADS } from './sample-tallies.ts'

const readSize = recordReader({
  campaignId: asNumber,
  sites: asNumber,
  samples: asNumber,
  validSamples: asNumber,
  /** Is null for a live campaign. */
  labRunId: orNull(asNumber),
  /** Loads for which it is unfinished, though none is pending: the machine was busy. 0: it is not so. */
  lackingLoads: asNumber,
})

export type CampaignSize = ReturnType<typeof readSize>

export async function campaignSizes(db: Database, campaignId?: number): Promise<CampaignSize[]> {
  const rows = await db.query(
    `SELECT id AS campaign_id,
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
  return rows.map(readSize)
}
