import type { Entry } from 'har-format'
import type { CampaignPage } from '../../db/campaign/campaign-pages.ts'
import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import type { Database } from '../../db/connection/database.ts'
import { entryHost, isFromNetwork } from '../../har/entry.ts'
import { protocolOf } from '../../har/entry-protocol.ts'
import { transferBytes } from '../../har/transfer-bytes.ts'
import { COMPOSITION_METRICS } from '../../model/composition-metrics.ts'
import type { Arm, Composition, MetricName } from '../contract/contract.ts'
import { medianSample } from './median-sample.ts'
import { pageFacts } from './page-facts.ts'
import { siteMedians } from './site-medians.ts'
import { storedHar } from './stored-har.ts'

const METRICS = [...COMPOSITION_METRICS, 'plt_ms'] as const satisfies readonly MetricName[]

/** The arm whose median sample tells the hosts: the first that has one. */
const HOSTS_FROM: readonly Arm[] = ['h2', 'h3', 'h1', 'h3-altsvc', 'recorded', 'http']

/** What a page is made of (Elkhatib 2014, Table I; CableLabs 2012, Tables 2 and 3); null without a valid sample. */
export async function readComposition(
  db: Database,
  { campaignId, site }: CampaignPage,
): Promise<Composition | null> {
  const tallies = await sampleTallies(db, campaignId, site)
  const samples = tallies.reduce((sum, each) => sum + (each.state === 'valid' ? each.samples : 0), 0)
  if (samples === 0) return null
  const medians = (await siteMedians(db, campaignId, METRICS, [site])).get(site)
  return {
    ...{ campaignId, site, samples },
    ...pageFacts((metric) => medians?.get(metric)?.all ?? null),
    pltMs: { ...medians?.get('plt_ms')?.byArm },
    ...(await readHosts(db, { campaignId, site })),
  }
}

async function readHosts(
  db: Database,
  page: { readonly campaignId: number; readonly site: number },
): Promise<Pick<Composition, 'hostsSampleId' | 'hosts'>> {
  for (const arm of HOSTS_FROM) {
    const median = await medianSample(db, page, arm, 'first')
    const stored = median === null ? null : await storedHar(db, median.sample.id)
    if (median === null || stored === null) continue
    // No host was asked for what a cache or a service worker answered.
    const entries = stored.har.log.entries.filter(isFromNetwork)
    const hosts = [...Map.groupBy(entries, entryHost)]
      .flatMap(([host, hostEntries]) =>
        host === null ? [] : [hostAnswer(host, hostEntries, entries.length)],
      )
      .sort((a, b) => b.requests - a.requests || (a.host < b.host ? -1 : 1))
    return { hostsSampleId: median.sample.id, hosts }
  }
  return { hostsSampleId: null, hosts: [] }
}

function hostAnswer(host: string, entries: readonly Entry[], total: number): Composition['hosts'][number] {
  const sizes = entries.flatMap((entry) => transferBytes(entry) ?? [])
  const servers = entries.flatMap(({ response }) =>
    response.headers.flatMap(({ name, value }) => (name.toLowerCase() === 'server' ? [value] : [])),
  )
  return {
    host,
    requests: entries.length,
    shareFraction: entries.length / total,
    sizeBytes: sizes.length === 0 ? null : Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0)),
    addresses: [...new Set(entries.flatMap(({ serverIPAddress }) => serverIPAddress || []))].sort(),
    protocols: [...new Set(entries.flatMap((entry) => protocolOf(entry) ?? []))].sort(),
    server: servers[0] ?? null,
  }
}
