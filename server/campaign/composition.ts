import type { Entry } from 'har-format'
import { validSamples } from '../../db/campaign/valid-samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { entryHost, isFromNetwork } from '../../har/entry.ts'
import { protocolOf } from '../../har/entry-protocol.ts'
import { transferBytes } from '../../har/transfer-bytes.ts'
import { COMPOSITION_METRICS } from '../../model/composition-metrics.ts'
import { medianSample } from '../comparisons/median-sample.ts'
import type { Arm, MetricName, SiteComposition } from '../contract/contract.ts'
import { pageFacts } from './page-facts.ts'
import { siteMedians } from './site-medians.ts'
import { storedHar } from './stored-har.ts'

const METRICS = [...COMPOSITION_METRICS, 'plt_ms'] as const satisfies readonly MetricName[]

/** Arms whose median sample can tell the hosts where the arm that is shown has none with a HAR. */
const HOSTS_FROM: readonly Arm[] = ['h2', 'h3', 'h1', 'h3-altsvc', 'recorded', 'http']

/** Reads the composition of a page under an arm (elkhatib:table-1, cablelabs:table-2, cablelabs:table-3). */
export async function readComposition(
  db: Database,
  { campaignId, site, arm }: ArmPage,
): Promise<SiteComposition> {
  const samples = (await validSamples(db, { campaignId, arm, sites: [site] })).get(site) ?? 0
  const medians = (await siteMedians(db, campaignId, METRICS, [site])).get(site)
  return {
    ...{ campaignId, site, arm, samples },
    ...pageFacts((metric) => medians?.get(metric)?.[arm] ?? null),
    pltMs: { ...medians?.get('plt_ms') },
    ...(await readHosts(db, { campaignId, site, arm })),
  }
}

interface ArmPage {
  readonly campaignId: number
  readonly site: number
  readonly arm: Arm
}

async function readHosts(
  db: Database,
  { arm: shown, ...page }: ArmPage,
): Promise<Pick<SiteComposition, 'hostsSampleId' | 'hosts'>> {
  for (const arm of new Set([shown, ...HOSTS_FROM])) {
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

function hostAnswer(
  host: string,
  entries: readonly Entry[],
  total: number,
): SiteComposition['hosts'][number] {
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
