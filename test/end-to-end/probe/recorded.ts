import assert from 'node:assert/strict'
import { type CampaignSite, campaignSites } from '../../../db/campaign/campaign-sites.ts'
import { type CampaignRow, campaignById, latestCampaign } from '../../../db/campaign/campaigns.ts'
import { measuredSamples } from '../../../db/campaign/sample-metrics.ts'
import type { SampleRow } from '../../../db/campaign/samples.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import type { Arm } from '../../../model/arm.ts'
import type { ProbeRun } from './probe-folder.ts'

export interface RecordedSample extends SampleRow {
  readonly domain: string
  /** By name. */
  readonly metrics: ReadonlyMap<string, number | null>
  /** Of the metrics that have one, by name. */
  readonly notes: ReadonlyMap<string, string>
}

/** What a campaign left in its database. */
export interface Recorded {
  readonly campaign: CampaignRow
  readonly sites: readonly CampaignSite[]
  /** Of all roles. */
  readonly all: readonly RecordedSample[]
  /** Those of the schedule. */
  readonly samples: readonly RecordedSample[]
}

/** @param id default: the newest */
export async function readCampaign(database: string, id?: number): Promise<Recorded> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const campaign = id === undefined ? await latestCampaign(db) : await campaignById(db, id)
  assert.ok(campaign !== null, 'there is a campaign')
  const sites = await campaignSites(db, campaign.id)
  const all: RecordedSample[] = []
  for await (const { sample, metrics } of measuredSamples(db, campaign.id))
    all.push({
      ...sample,
      domain: sites[sample.site]?.domain ?? '',
      metrics: new Map(metrics.map(({ name, value }) => [name, value])),
      notes: new Map(metrics.flatMap(({ name, note }) => (note === null ? [] : [[name, note]]))),
    })
  return { campaign, sites, all, samples: all.filter(({ role }) => role === 'sample') }
}

/** How many samples of the only campaign of a run have a result; none before it has told of a campaign. */
export async function doneSamples(run: ProbeRun, database: string): Promise<number> {
  if (!/(?:campaign \d+: |resuming campaign \d+)/.test(run.stderr())) return 0
  // It is asked many times a second: no metrics are read.
  await using db = await openDatabase({ url: database, readOnly: true })
  const [row] = await db.query(
    "SELECT count(*) AS done FROM samples WHERE role = 'sample' AND state <> 'pending'",
  )
  return Number(row?.done)
}

/** `site arm round` of each sample, sorted: what a campaign is made of. */
export function keysOf(samples: readonly SampleRow[]): string[] {
  return samples.map(({ site, arm, round }) => `${site} ${arm} ${round}`).sort()
}

/** The keys of a campaign in which nothing went wrong. */
export function allKeys(sites: readonly (readonly Arm[])[], rounds: number): string[] {
  return sites
    .flatMap((arms, site) =>
      arms.flatMap((arm) => Array.from({ length: rounds }, (_, round) => `${site} ${arm} ${round}`)),
    )
    .sort()
}

/** The command has ended well; else what it said. */
export async function endsWell(run: ProbeRun): Promise<void> {
  assert.deepEqual(await run.ended, { code: 0, signal: null }, run.stderr())
}
