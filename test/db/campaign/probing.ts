import assert from 'node:assert/strict'
import { schedule } from '../../../crawler/probe/campaign/schedule.ts'
import { acquireCampaign, type CampaignLease } from '../../../db/campaign/campaign-leases.ts'
import type { NewCampaignSite } from '../../../db/campaign/campaign-sites.ts'
import { createCampaign, type NewCampaign, UNKNOWN_FACTS } from '../../../db/campaign/campaigns.ts'
import { recordSample, type SampleRecord } from '../../../db/campaign/record-sample.ts'
import { type ClaimedSample, claimNextSample } from '../../../db/campaign/sample-claims.ts'
import { NO_LOAD, type SampleResult } from '../../../db/campaign/samples.ts'
import type { Database } from '../../../db/connection/database.ts'
import { ARM_NAMES } from '../../../model/arm.ts'

/** Every member known, so that a column that is mixed up shows. */
export const VALID: SampleResult = {
  verdict: { state: 'valid' },
  startedAt: '2026-11-21T00:00:01.000Z',
  wallMs: 812.5,
  cpuBusyFraction: 0.25,
  cpuOtherFraction: 0.05,
  browserNo: 3,
  loadNo: 7,
  status: 200,
  protocol: 'h2',
  finalUrl: 'https://www.a.test/',
  remoteAddress: '192.0.2.1',
  server: 'nginx',
  pcapFile: 'pcap/1.pcap',
}

/** A result of which nothing but its failure is known. */
export const NOTHING_KNOWN: SampleResult = {
  verdict: { state: 'failed', failure: 'browser_not_started', detail: 'no such file' },
  ...NO_LOAD,
}

export function newSite(domain: string, changes: Partial<NewCampaignSite> = {}): NewCampaignSite {
  return {
    domain,
    url: `https://${domain}/`,
    rank: null,
    arms: { applied: ['h1', 'h2'], leftOut: {} },
    forcedOrigins: null,
    ...changes,
  }
}

/** A campaign of two sites, two arms and two rounds with nothing remarkable but what `changes` says. */
export function newCampaign(changes: Partial<NewCampaign> = {}): NewCampaign {
  const { sites = [newSite('a.test'), newSite('b.test')], rounds = 2, seed = 7 } = changes
  return {
    surveyId: null,
    arms: ['h1', 'h2'],
    rounds,
    pauseMs: 2_000,
    source: 'browser',
    browserKind: 'warm',
    device: null,
    connect: null,
    vantage: null,
    sandbox: true,
    options: { loadLimitMs: 60_000, busyLimit: 0.9 },
    ...UNKNOWN_FACTS,
    versions: { node: 'v26.0.0' },
    toolVersion: '0.1.0',
    seed,
    createdAt: '2026-11-21T00:00:00.000Z',
    sites,
    schedule: schedule({
      sites: sites.map(({ arms }, site) => ({ site, arms: arms.applied })),
      arms: ARM_NAMES,
      rounds,
      seed,
    }),
    ...changes,
  }
}

/** Creates such a campaign and takes it. */
export async function heldCampaign(
  db: Database,
  changes: Partial<NewCampaign> = {},
  owner = 'me',
): Promise<CampaignLease> {
  const { id } = await createCampaign(db, newCampaign(changes))
  const lease = { campaignId: id, owner }
  assert.ok(await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => false))
  return lease
}

/** The next sample, which there must be. */
export async function claimed(db: Database, lease: CampaignLease): Promise<ClaimedSample> {
  const { sample } = await claimNextSample(db, lease)
  assert.ok(sample !== null, 'no sample is pending')
  return sample
}

/** Records a valid result, without anything beside it but what `changes` says. */
export async function record(
  db: Database,
  lease: CampaignLease,
  changes: Partial<SampleRecord> = {},
): Promise<number> {
  const sample = changes.sample ?? (await claimed(db, lease))
  return recordSample(db, lease, { result: VALID, metrics: [], artifacts: [], ...changes, sample })
}

/** `0 h1 1`: its site, arm and round. */
export function keyOf({
  site,
  arm,
  round,
}: {
  readonly site: number
  readonly arm: string
  readonly round: number
}): string {
  return `${site} ${arm} ${round}`
}
