import type { Arm } from '../../model/arm.ts'
import { median } from '../../stats/median.ts'
import type { HostObservation, SiteObservation } from './site-observation.ts'

/**
 * A site as the papers describe it, from the samples of a campaign (elkhatib:table-1, cablelabs:table-2,
 * cablelabs:table-3). Numbers are medians over the samples that have them, null where none has.
 */
export interface SiteTable {
  readonly samples: number
  readonly requests: number | null
  readonly sizeBytes: number | null
  /** Distinct host names, and distinct addresses. */
  readonly domains: number | null
  readonly servers: number | null
  /** Share of the requests that goes to the top 1, 2, … 5 hosts. */
  readonly shareTop: readonly (number | null)[]
  /** Packets of the first flight of the main document's server. */
  readonly initialWindow: number | null
  /** Page load time under each arm that was loaded. */
  readonly pltMs: Readonly<Partial<Record<Arm, number | null>>>
  /** The host of the main document; null where none was answered. */
  readonly main: HostRow | null
  /** Sorted by their requests, most first, then by name. */
  readonly hosts: readonly HostRow[]
}

export interface HostRow {
  readonly host: string
  /** Number in a sample that asks it at all. */
  readonly requests: number
  /** Share of all requests of all samples. */
  readonly shareFraction: number
  readonly sizeBytes: number | null
  readonly addresses: readonly string[]
  /** The Server header that it sends most often. */
  readonly server: string | null
  readonly cdn: string | null
  /** True where it answered by HTTP/2; false where it was free to and did not; else null. */
  readonly h2: boolean | null
  /** True where it answered by HTTP/3; else null, since no load is enough to rule it out. */
  readonly h3: true | null
  /** Claims HTTP/3 by Alt-Svc. */
  readonly h3Claimed: boolean
  readonly rttMs: number | null
}

/** Arms under which a host may answer by HTTP/2. */
const FREE_FOR_H2: readonly Arm[] = ['h2', 'h3', 'h3-altsvc', 'recorded']

export function siteTable(observations: readonly SiteObservation[]): SiteTable {
  const over = (pick: (observation: SiteObservation) => number | null | undefined): number | null =>
    medianOrNull(observations.flatMap((observation) => pick(observation) ?? []))
  const metric = (name: string): number | null => over(({ metrics }) => metrics[name])

  const seen = observations.flatMap(({ arm, hosts }) => hosts.map((host) => ({ ...host, arm })))
  const requests = seen.reduce((sum, host) => sum + host.requests, 0)
  const hosts = [...Map.groupBy(seen, ({ host }) => host).values()]
    .map((of) => hostRow(of, requests))
    .sort((a, b) => b.requests - a.requests || (a.host < b.host ? -1 : 1))
  const mainHost = mostFrequent(observations.flatMap((observation) => observation.mainHost ?? []))
  const byArm = Map.groupBy(observations, ({ arm }) => arm)
  return {
    samples: observations.length,
    requests: metric('requests'),
    sizeBytes: metric('har_bytes'),
    domains: metric('domains'),
    servers: metric('servers'),
    shareTop: [1, 2, 3, 4, 5].map((count) => metric(`share_top${count}`)),
    initialWindow: metric('initial_window'),
    pltMs: Object.fromEntries(
      [...byArm].map(([arm, of]) => [arm, medianOrNull(of.flatMap(({ metrics }) => metrics.plt_ms ?? []))]),
    ),
    main: hosts.find(({ host }) => host === mainHost) ?? null,
    hosts,
  }
}

function hostRow(seen: readonly (HostObservation & { readonly arm: Arm })[], allRequests: number): HostRow {
  const asked = seen.map(({ requests }) => requests)
  const spoke = (protocol: 'h1' | 'h2' | 'h3', arms?: readonly Arm[]): boolean =>
    seen.some(({ arm, protocols }) => (arms?.includes(arm) ?? true) && protocols.includes(protocol))
  return {
    host: seen[0]?.host ?? '',
    requests: median(asked) ?? 0,
    shareFraction: asked.reduce((sum, n) => sum + n, 0) / allRequests,
    sizeBytes: medianOrNull(seen.flatMap(({ sizeBytes }) => sizeBytes ?? [])),
    addresses: [...new Set(seen.flatMap(({ addresses }) => addresses))].sort(),
    server: mostFrequent(seen.flatMap(({ server }) => server ?? [])),
    cdn: mostFrequent(seen.flatMap(({ cdn }) => cdn ?? [])),
    h2: spoke('h2') ? true : spoke('h1', FREE_FOR_H2) ? false : null,
    h3: spoke('h3') ? true : null,
    h3Claimed: seen.some(({ h3Claimed }) => h3Claimed),
    rttMs: medianOrNull(seen.flatMap(({ rttMs }) => rttMs ?? [])),
  }
}

/** Takes the alphabet's first of equally frequent ones. */
function mostFrequent(values: readonly string[]): string | null {
  const groups = [...Map.groupBy(values, (value) => value).values()]
  groups.sort((a, b) => b.length - a.length || (String(a[0]) < String(b[0]) ? -1 : 1))
  return groups[0]?.[0] ?? null
}

function medianOrNull(values: readonly number[]): number | null {
  return median(values) ?? null
}
