import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Entry, Har } from 'har-format'
import { unknownFacts } from '../../crawler/survey/facts/unknown-facts.ts'
import type { StoredArtifact } from '../../db/campaign/artifacts.ts'
import type { CampaignLease } from '../../db/campaign/campaign-leases.ts'
import { recordSample } from '../../db/campaign/record-sample.ts'
import type { MetricValue } from '../../db/campaign/sample-metrics.ts'
import type { Database } from '../../db/connection/database.ts'
import { recordVantage } from '../../db/fleet/vantages.ts'
import { assignPages } from '../../db/lab/lab-cells.ts'
import { createLabRun } from '../../db/lab/lab-runs.ts'
import { createSurvey } from '../../db/survey/create-survey.ts'
import { encodeFinishedSite, saveSites } from '../../db/survey/finished-sites.ts'
import { claimSites } from '../../db/survey/site-leases.ts'
import { markFinished } from '../../db/survey/surveys.ts'
import type { Arm } from '../../model/arm.ts'
import type { SiteFacts } from '../../model/site-facts.ts'
import { rng } from '../../stats/rng.ts'
import { recordedLoadRun } from '../cli/load/recorded-load-run.ts'
import { harEntry } from '../crawler/metrics/observed.ts'
import { filmstripOf } from '../db/campaign/pictures.ts'
import { claimed, heldCampaign, newSite, VALID } from '../db/campaign/probing.ts'
import { FULL_FACTS, newSurvey, operationRows } from '../db/campaign/samples.ts'
import { UNMEASURED } from '../fleet/unmeasured.ts'
import { writeField } from './field/field-fixture.ts'

/** What was written, for tests to compute with on their own. */
export interface FixtureSample {
  readonly id: number
  readonly site: number
  readonly arm: Arm
  readonly round: number
  readonly state: 'valid' | 'invalid' | 'failed'
  readonly reason: string | null
  readonly metrics: Readonly<Record<string, number | null>>
}

export interface Fixture {
  readonly surveyId: number
  readonly campaignId: number
  readonly labCampaignId: number
  readonly labRunId: number
  readonly loadRunId: number
  readonly facts: readonly { readonly rank: number; readonly domain: string; readonly facts: SiteFacts }[]
  readonly samples: readonly FixtureSample[]
  readonly labSamples: readonly FixtureSample[]
  /** Takes the lease back up to record more. */
  readonly lease: CampaignLease
}

export const ARMS = ['h1', 'h2', 'h3'] as const
export const ROUNDS = 12
export const SITES = 30

/** A survey of 30 sites, a campaign of 3 sites × 3 arms × 12 rounds, a lab run of 4 cells, a load run of 6 loads: by the product's own functions; a release of the field. */
export async function writeFixture(db: Database): Promise<Fixture> {
  const { surveyId, facts } = await writeSurvey(db)
  const live = await writeCampaign(db, {
    domains: ['site1.test', 'site2.test', 'unlisted.test'],
    rounds: ROUNDS,
    seed: 11,
    leaveOut: true,
    filmstrip: true,
  })
  const lab = await writeCampaign(db, {
    domains: ['a.lab.test', 'b.lab.test', 'c.lab.test', 'd.lab.test'],
    rounds: 6,
    seed: 12,
    leaveOut: false,
    filmstrip: false,
  })
  const labRunId = await writeLabRun(db, lab.lease.campaignId)
  const loadRunId = await recordedLoadRun(db)
  await writeField(db)
  const rtts = [
    { name: 'near.test', address: '192.0.2.1', rttMs: 3.25 },
    { name: 'away.test', address: null, rttMs: null },
  ]
  const known = {
    place: 'Tokyo, Japan',
    network: '=AS64500',
    ipv4: true,
    ipv6: false,
    resolver: '192.0.2.53',
  }
  await recordVantage(db, {
    ...UNMEASURED,
    ...known,
    rtts,
    clockOffsetMs: -0.5,
    clockErrorMs: 1.5,
    name: 'tokyo',
  })
  await recordVantage(db, { ...UNMEASURED, name: 'dublin' })
  return {
    ...{ surveyId, facts, labRunId, loadRunId },
    campaignId: live.lease.campaignId,
    labCampaignId: lab.lease.campaignId,
    samples: live.samples,
    labSamples: lab.samples,
    lease: live.lease,
  }
}

async function writeSurvey(db: Database): Promise<Pick<Fixture, 'surveyId' | 'facts'>> {
  const { id: surveyId } = await createSurvey(db, newSurvey(SITES))
  const owner = 'fixture'
  await claimSites(db, { surveyId, owner, leaseMs: 60_000 }, SITES)
  const facts = Array.from({ length: SITES }, (_, index) => ({
    rank: index + 1,
    domain: `site${index + 1}.test`,
    facts: factsOf(index + 1),
  }))
  await saveSites(
    db,
    { surveyId, owner },
    facts.map(({ rank, domain, facts: of }) =>
      encodeFinishedSite(
        {
          ...{ surveyId, rank, facts: of },
          visitedAt: '2026-11-21T00:00:01.000Z',
          durationMs: 12.5,
          block: null,
          h3Void: false,
          detail: null,
        },
        operationRows(domain, 3),
      ),
    ),
  )
  await markFinished(db, surveyId, '2026-11-21T00:10:00.000Z')
  return { surveyId, facts }
}

/** Every fifth site unreachable; protocols, CDN, server and round trips vary with the rank. */
function factsOf(rank: number): SiteFacts {
  if (rank % 5 === 0) return unknownFacts('tcp_timeout')
  return {
    ...FULL_FACTS,
    h2: rank % 2 === 0,
    h3: rank % 3 === 0 ? true : rank % 3 === 1 ? false : null,
    h3ClaimedAltSvc: rank % 4 === 0,
    cdn: rank % 2 === 0 ? 'fastly' : null,
    cdnEvidence: rank % 2 === 0 ? 'header' : null,
    server: rank === 7 ? '=HYPERLINK("evil")' : rank % 3 === 0 ? 'nginx' : 'caddy',
    rttMs: rank === 4 ? null : rank * 1.25,
  }
}

interface CampaignPlan {
  readonly domains: readonly string[]
  readonly rounds: number
  readonly seed: number
  readonly leaveOut: boolean
  readonly filmstrip: boolean
}

const EFFECT: Readonly<Record<string, number>> = { h1: 1, h2: 0.8, h3: 0.7 }

async function writeCampaign(
  db: Database,
  { domains, rounds, seed, leaveOut, filmstrip }: CampaignPlan,
): Promise<{ readonly lease: CampaignLease; readonly samples: FixtureSample[] }> {
  const lease = await heldCampaign(db, {
    arms: [...ARMS],
    rounds,
    seed,
    repeatBound: 0,
    sites: domains.map((domain, index) =>
      newSite(domain, {
        rank: index < 2 ? index + 1 : null,
        arms: { applied: [...ARMS], leftOut: { http: 'no port 80' } },
      }),
    ),
    browserSwitches: { h1: ['--disable-http2', '--user-data-dir=/tmp/secret/profile'] },
    browserVersion: 'Chrome 156',
    ...(filmstrip ? { options: { filmstrip } } : {}),
    link: { configured: { rttMs: 40 }, measured: { rttMs: 40.2 } },
  })
  const random = rng(seed)
  const samples: FixtureSample[] = []
  for (let left = domains.length * ARMS.length * rounds; left > 0; left -= 1) {
    const sample = await claimed(db, lease)
    const { site, arm, round } = sample
    const baseMs = (200 + 100 * site) * (EFFECT[arm] ?? 1) * Math.exp(0.1 * (random() - 0.5))
    const metrics = metricsOf(baseMs, arm, leaveOut && round === 4 && arm === 'h1')
    const verdict = leaveOut ? verdictOf(arm, round) : ({ state: 'valid' } as const)
    const isValid = verdict.state === 'valid'
    const id = await recordSample(db, lease, {
      sample,
      result: { ...VALID, verdict, startedAt: `2026-11-21T01:${String(round).padStart(2, '0')}:00.000Z` },
      metrics: verdict.state === 'failed' ? [] : metrics,
      filmstrip:
        filmstrip && isValid && arm !== 'h3'
          ? filmstripOf(NAVIGATION_MS, [-5, baseMs * 0.5, baseMs * 0.8], { droppedFrames: 1 })
          : null,
      artifacts:
        isValid && arm !== 'h3'
          ? await artifactsOf(domains[site] ?? '', baseMs, arm === 'h1' ? SENT_ON_MS : 0)
          : [],
    })
    samples.push({
      ...{ id, site, arm, round },
      state: verdict.state,
      reason:
        verdict.state === 'valid' ? null : verdict.state === 'failed' ? verdict.failure : verdict.reason,
      metrics: isValid ? Object.fromEntries(metrics.map(({ name, value }) => [name, value])) : {},
    })
  }
  return { lease, samples }
}

/** Two kinds of failures and one of invalid samples, each of some rounds of one arm. */
function verdictOf(arm: Arm, round: number) {
  if (arm === 'h3' && round === 2) return { state: 'failed', failure: 'quic_failed', detail: '<b>&' } as const
  if (arm === 'h3' && round === 5) return { state: 'failed', failure: 'page_timeout', detail: null } as const
  if (arm === 'h2' && round >= 10) return { state: 'invalid', reason: 'machine_busy', detail: null } as const
  return { state: 'valid' } as const
}

function metricsOf(baseMs: number, arm: Arm, withoutPlt: boolean): MetricValue[] {
  const values: Record<string, number | null> = {
    plt_ms: withoutPlt ? null : baseMs,
    tow_setup_ms: baseMs * 0.9,
    ttfb_ms: baseMs * 0.2,
    fcp_ms: baseMs * 0.5,
    lcp_ms: baseMs * 0.6,
    'phase_ms.wait': baseMs * 0.3,
    'phase_ms.ssl': null,
    requests: 2,
    domains: 2,
    servers: 2,
    connections: arm === 'h1' ? 6 : 2,
    share_top1: 0.5,
    har_bytes: 3_000,
    initial_window: 10,
    retransmissions: 0,
    share_h1: arm === 'h1' ? 1 : 0,
    share_h2: arm === 'h2' ? 1 : 0.25,
    share_h3: arm === 'h3' ? 0.75 : 0,
  }
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    note: value === null ? 'could not be told' : null,
  }))
}

const NAVIGATION_MS = Date.parse('2026-11-21T01:00:00.000Z')

/** Under `h1` each page has sent itself on, so long after its first navigation started. */
export const SENT_ON_MS = 5

/** A HAR of two requests that begin 10 and 40 ms after the first navigation. */
async function artifactsOf(domain: string, baseMs: number, sentOnMs: number): Promise<StoredArtifact[]> {
  const entry = (atMs: number, url: string, mimeType: string): Entry => {
    const made = harEntry({
      ...{ url, address: '192.0.2.1', transferBytes: 1_500, headers: { Server: 'nginx' } },
      timings: { connect: 10, ssl: 5, send: 1, receive: 8 },
    })
    const startedDateTime = new Date(NAVIGATION_MS + atMs).toISOString()
    const response = { ...made.response, bodySize: 1_000, content: { size: 1_000, mimeType } }
    return { ...made, startedDateTime, time: 30, response, connection: '7' }
  }
  const har: Har = {
    log: {
      version: '1.2',
      creator: { name: 'fixture', version: '1' },
      pages: [
        {
          id: 'page_1',
          startedDateTime: new Date(NAVIGATION_MS).toISOString(),
          title: '',
          pageTimings: { onLoad: 1 },
        },
      ],
      entries: [
        entry(40, `https://static.${domain}/a.js`, 'application/javascript'),
        entry(10, `https://${domain}/`, 'text/html; charset=utf-8'),
      ],
    },
  }
  const timings = {
    ...{ timeOriginMs: NAVIGATION_MS + sentOnMs, paints: [], largestContentfulPaints: [], resources: [] },
    navigationStartsMs: sentOnMs === 0 ? [1_000] : [1_000, 1_000 + sentOnMs],
    navigation: { loadEventStart: baseMs },
  }
  return Promise.all([stored('har', har), stored('timings', timings)])
}

async function stored(kind: StoredArtifact['kind'], value: object): Promise<StoredArtifact> {
  const text = Buffer.from(JSON.stringify(value))
  return { kind, encoding: 'zstd', bytes: await promisify(zstdCompress)(text), sizeBytes: text.length }
}

/** Four cells: two round-trip times × two initial windows, of one page; a fifth that was skipped in planning only. */
async function writeLabRun(db: Database, campaignId: number): Promise<number> {
  const levels = [
    { rttMs: 20, initcwnd: 3 },
    { rttMs: 20, initcwnd: 10 },
    { rttMs: 100, initcwnd: 3 },
    { rttMs: 100, initcwnd: 10 },
  ]
  const fixed = { page: 'A', downMbps: 10, upMbps: 1, lossFraction: 0, shards: 1 }
  const id = await createLabRun(db, {
    createdAt: '2026-11-21T02:00:00.000Z',
    name: 'fixture',
    plan: { pages: ['A'] },
    seed: 12,
    toolVersion: '0.1.0',
    versions: { node: 'v26' },
    cells: [...levels, { rttMs: 200, initcwnd: 3 }].map((level) => ({
      factors: { ...fixed, ...level },
      configuredLink: { rttMs: level.rttMs },
    })),
  })
  await db.write((query) =>
    assignPages(
      query,
      id,
      campaignId,
      levels.map((_, cell) => ({ cell, site: cell })),
    ),
  )
  return id
}
