import { acquireCampaign, leaveCampaign } from '../../db/campaign/campaign-leases.ts'
import {
  type CampaignRow,
  createCampaign,
  listCampaigns,
  UNKNOWN_FACTS,
} from '../../db/campaign/campaigns.ts'
import { importSamples } from '../../db/campaign/import-samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { ROUNDS_PER_CHUNK } from '../../db/rows/packed-chunk.ts'
import { fillSurvey, syntheticDomain } from './fill-survey.ts'
import { SYNTHETIC_ARMS, SYNTHETIC_METRICS, syntheticSite } from './synthetic-site.ts'

export interface FillOptions {
  readonly samples: number
  /** Of the campaign: the first of the survey's. */
  readonly sites: number
  readonly surveySites: number
  readonly seed: number
  readonly toolVersion: string
  readonly signal: AbortSignal
  readonly clock: () => number
  readonly onProgress: (samples: number) => void
}

export interface Filled {
  readonly surveyId: number
  readonly campaignId: number
  readonly samples: number
  /** Rows of samples and of metrics that went in. */
  readonly rows: number
  /** In `importSamples`, and in making up what it is given. */
  readonly insertMs: number
  readonly generateMs: number
}

/** Of one transaction: whole chunks of every series, a few megabytes of JSON. */
const SAMPLES_PER_WRITE = 4 * ROUNDS_PER_CHUNK * SYNTHETIC_ARMS.length
/** Of all samples, in the first site. */
const BIG_SITE_SHARE = 0.1

/** Rounds of each site: a tenth of the samples in the first site, the others alike. */
export function roundsOfSites(samples: number, sites: number): number[] {
  const rounds = Math.ceil(samples / SYNTHETIC_ARMS.length)
  const big = sites === 1 ? rounds : Math.ceil(rounds * BIG_SITE_SHARE)
  const share = (rounds - big) / Math.max(sites - 1, 1)
  const ends = Array.from({ length: sites }, (_, site) => big + Math.round(share * site))
  return ends.map((end, site) => (site === 0 ? end : end - (ends[site - 1] as number)))
}

/** The campaign of such a fill that was carried to its end; null where there is none. */
export async function findFilled(
  db: Database,
  wanted: Pick<FillOptions, 'samples' | 'sites' | 'seed'>,
): Promise<CampaignRow | null> {
  const options = JSON.stringify(optionsOf(wanted))
  const found = (await listCampaigns(db)).find(
    (campaign) => campaign.state === 'finished' && JSON.stringify(campaign.options) === options,
  )
  return found ?? null
}

/** A survey and a campaign of made-up samples, all from the seed, by the functions that the product writes with. */
export async function fill(db: Database, options: FillOptions): Promise<Filled> {
  const { sites, seed, toolVersion, clock, signal, onProgress } = options
  const rounds = roundsOfSites(options.samples, sites)
  const surveyId = await fillSurvey(db, { sites: options.surveySites, seed, toolVersion })
  const campaignId = await createSyntheticCampaign(db, surveyId, rounds, options)
  let samples = 0
  let insertMs = 0
  let generateMs = 0
  for (const [site, count] of rounds.entries()) {
    let startMs = clock()
    for (const batch of batches(syntheticSite({ site, rounds: count, firstPlace: samples, seed }))) {
      signal.throwIfAborted()
      const createdMs = clock()
      await importSamples(db, campaignId, batch)
      generateMs += createdMs - startMs
      startMs = clock()
      insertMs += startMs - createdMs
      samples += batch.length
      onProgress(samples)
    }
  }
  const lease = { campaignId, owner: 'bench-server' }
  await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => false)
  await leaveCampaign(db, lease, '2026-12-31T00:00:00.000Z')
  return { surveyId, campaignId, samples, rows: samples * (1 + SYNTHETIC_METRICS), insertMs, generateMs }
}

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < SAMPLES_PER_WRITE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function createSyntheticCampaign(
  db: Database,
  surveyId: number,
  rounds: readonly number[],
  options: FillOptions,
): Promise<number> {
  const { id } = await createCampaign(db, {
    surveyId,
    arms: SYNTHETIC_ARMS,
    rounds: Math.max(...rounds),
    // Its loads are made, none can be taken again.
    repeatBound: 0,
    pauseMs: 2_000,
    source: 'browser',
    browserKind: 'warm',
    device: null,
    connect: null,
    vantage: 'synthetic',
    sandbox: true,
    options: optionsOf(options),
    ...UNKNOWN_FACTS,
    versions: { node: process.version },
    toolVersion: options.toolVersion,
    seed: options.seed,
    createdAt: '2026-01-01T00:00:00.000Z',
    sites: rounds.map((_, site) => ({
      domain: syntheticDomain(site + 1),
      url: `https://${syntheticDomain(site + 1)}/`,
      rank: site + 1,
      arms: { applied: SYNTHETIC_ARMS, leftOut: {} },
      forcedOrigins: null,
    })),
    schedule: [],
  })
  return id
}

/** As the database gives them back: their keys in order. */
function optionsOf({ samples, sites, seed }: Pick<FillOptions, 'samples' | 'sites' | 'seed'>): object {
  return { synthetic: { samples, seed, sites } }
}
