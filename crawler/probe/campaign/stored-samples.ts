import { readArtifacts } from '../../../db/campaign/artifacts.ts'
import { replaceMetrics } from '../../../db/campaign/replace-metrics.ts'
import type { SampleMetrics } from '../../../db/campaign/sample-metrics.ts'
import { readSamples } from '../../../db/campaign/samples.ts'
import type { Database } from '../../../db/connection/database.ts'
import { replayFactsIn } from '../../../har/replay-mark.ts'
import { computeAll } from '../../metrics/compute.ts'
import { metricsOfLoad } from '../../metrics/registry.ts'
import type { SiteObservation } from '../../metrics/site-observation.ts'
import { decodeArtifacts } from '../load/artifact-codec.ts'
import { observeSite } from '../load/observe-site.ts'

/** Samples whose metrics are written in one transaction. */
const BATCH = 50

/**
 * Computes all metrics of a campaign anew from the stored artifacts, warm-ups and discoveries included, and puts them in
 * the place of the old ones; `onSample` hears of each. Samples without artifacts keep what they have. What was written
 * before the signal stops it stays. Resolves to the number of samples that were computed.
 */
export async function recompute(
  db: Database,
  campaignId: number,
  { signal, onSample }: { readonly signal?: AbortSignal; readonly onSample?: () => void } = {},
): Promise<number> {
  let computed = 0
  let batch: SampleMetrics[] = []
  const flush = async (): Promise<void> => {
    await replaceMetrics(db, campaignId, batch)
    computed += batch.length
    batch = []
  }
  for await (const { id } of readSamples(db, campaignId)) {
    signal?.throwIfAborted()
    const stored = await readArtifacts(db, id)
    if (stored.length === 0) continue
    const artifacts = await decodeArtifacts(stored)
    const isReplay = artifacts.har !== null && replayFactsIn(artifacts.har) !== null
    batch.push({ sampleId: id, metrics: computeAll(artifacts, metricsOfLoad(artifacts, isReplay)) })
    onSample?.()
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return computed
}

export async function siteObservations(
  db: Database,
  campaignId: number,
  site: number,
): Promise<SiteObservation[]> {
  const observations: SiteObservation[] = []
  for await (const { id, arm, state, finalUrl } of readSamples(db, campaignId, { site, roles: ['sample'] })) {
    if (state !== 'valid') continue
    observations.push(observeSite(arm, finalUrl, await decodeArtifacts(await readArtifacts(db, id))))
  }
  return observations
}
