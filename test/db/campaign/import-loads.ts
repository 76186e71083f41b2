import { markDoneSites } from '../../../db/campaign/campaign-sites.ts'
import { type ImportedSample, importSamples } from '../../../db/campaign/import-samples.ts'
import type { Database } from '../../../db/connection/database.ts'
import type { ScheduledSample } from '../../../model/scheduled-sample.ts'

/**
 * Adds what was planned to a campaign that was created with an empty schedule, all of it at once: claimed and recorded, each
 * load takes two transactions.
 */
export async function importLoads(
  db: Database,
  campaignId: number,
  planned: Iterable<ScheduledSample>,
  loadOf: (load: ScheduledSample) => Pick<ImportedSample, 'result' | 'metrics'>,
): Promise<void> {
  const loads = [...planned].map((load, place) => ({ ...load, place, ...loadOf(load) }))
  await importSamples(db, campaignId, loads)
  await db.write((query) => markDoneSites(query, campaignId))
}
