import { unknownFacts } from '../../crawler/survey/facts/unknown-facts.ts'
import type { Database } from '../../db/connection/database.ts'
import { createSurvey } from '../../db/survey/create-survey.ts'
import { encodeFinishedSite, saveSites } from '../../db/survey/finished-sites.ts'
import { claimSites } from '../../db/survey/site-leases.ts'
import { markFinished } from '../../db/survey/surveys.ts'
import { OPERATIONS } from '../../model/operation.ts'
import type { SiteFacts } from '../../model/site-facts.ts'
import { mix32, rng } from '../../stats/rng.ts'

const SITES_PER_WRITE = 1_000
const AT = '2026-01-01T00:00:00.000Z'
const CDNS = ['cloudflare', 'fastly', 'akamai', null, null, null] as const

export function syntheticDomain(rank: number): string {
  return `site-${rank}.example`
}

/** A finished survey of made-up sites of the ranks 1 to `sites`. Resolves to its id. */
export async function fillSurvey(
  db: Database,
  options: { readonly sites: number; readonly seed: number; readonly toolVersion: string },
): Promise<number> {
  const { sites, seed, toolVersion } = options
  const { id } = await createSurvey(db, {
    toolVersion,
    seed,
    operations: OPERATIONS,
    options: { synthetic: true, top: sites },
    vantage: 'synthetic',
    resolver: null,
    userAgent: `towline/${toolVersion} (synthetic)`,
    sandbox: true,
    versions: { node: process.version },
    createdAt: AT,
    shuffle: mix32,
    sites: ranksTo(sites),
    list: () => ({
      source: 'synthetic',
      trancoId: null,
      sha256: seed.toString(16).padStart(64, '0'),
      fetchedAt: AT,
      entries: sites,
      badLines: 0,
    }),
  })
  const owner = 'bench-server'
  for (;;) {
    const claimed = await claimSites(db, { surveyId: id, owner, leaseMs: 60_000 }, SITES_PER_WRITE)
    if (claimed.length === 0) break
    const visits = claimed.map(({ rank }) => {
      const about = { surveyId: id, rank, visitedAt: AT, durationMs: 900, block: null, h3Void: false }
      return encodeFinishedSite({ ...about, detail: null, facts: syntheticFacts(rank, seed) }, [])
    })
    await saveSites(db, { surveyId: id, owner }, visits)
  }
  await markFinished(db, id, AT)
  return id
}

async function* ranksTo(last: number): AsyncIterable<{ rank: number; domain: string }> {
  for (let rank = 1; rank <= last; rank += 1) yield { rank, domain: syntheticDomain(rank) }
}

function syntheticFacts(rank: number, seed: number): SiteFacts {
  const random = rng(mix32(seed, rank))
  const drawn = (share: number): boolean => random() < share
  if (drawn(0.08)) return unknownFacts('tcp_timeout')
  const cdn = CDNS[Math.floor(random() * CDNS.length)] ?? null
  const h2 = drawn(cdn === null ? 0.6 : 0.95)
  const h3 = h2 && drawn(cdn === null ? 0.15 : 0.7)
  return {
    ...unknownFacts('tcp_timeout'),
    reachable: true,
    failure: null,
    finalOrigin: `https://${syntheticDomain(rank)}`,
    status: 200,
    http: false,
    httpRedirectsToHttps: true,
    h1: true,
    h2,
    h3,
    h3Handshake: h3,
    h3ClaimedAltSvc: h3 || drawn(0.02),
    h3ClaimedDns: h3 && drawn(0.4),
    ipv4: true,
    ipv6: drawn(0.4),
    rttMs: Math.round(1_000 * 30 * Math.exp(0.8 * (random() - 0.5))) / 1_000,
    tlsVersion: 'TLSv1.3',
    tlsGroup: 'X25519MLKEM768',
    hsts: drawn(0.5),
    server: cdn ?? 'nginx',
    cdn,
    cdnEvidence: cdn === null ? null : 'header',
    bodyBytes: Math.floor(2_000 + 200_000 * random() ** 3),
  }
}
