import { type FaultRange, faultAddress, serverAddress4, serverAddress6 } from './addresses.ts'
import type { CertificateKind, HostSpec, Reach, SiteSpec } from './site-spec.ts'
import type { SandboxSite } from './truth.ts'

/** One name of the sandbox with its addresses: what the generators of the server configurations read. */
export interface Host {
  readonly name: string
  readonly site: SiteSpec
  readonly server: SandboxSite['server']
  readonly spec: HostSpec
  readonly certificate: CertificateKind
  /** Addresses that are up on the servers' interface. */
  readonly up: readonly string[]
  readonly listen: readonly string[]
  /** Addresses in DNS. */
  readonly a: readonly string[]
  readonly aaaa: readonly string[]
  /** Addresses of the replicas, each of which has one of either. */
  readonly replicaA: readonly string[]
  readonly replicaAaaa: readonly string[]
}

/**
 * Addresses of a replicable site, of each family: its replicas are spread over them, as a real list is spread over addresses,
 * so that a limit on connections per address does not throttle a survey of replicas.
 */
const REPLICA_ADDRESSES = 32

/** Ports of a host's answers over TLS. */
export const httpsPorts = ({ spec }: Pick<Host, 'spec'>): readonly number[] => spec.ports?.https ?? [443]

/** Ports of those in clear text. */
export const httpPorts = ({ spec }: Pick<Host, 'spec'>): readonly number[] => spec.ports?.http ?? [80]

/** Gives every name of every site its addresses, in the order of the data file. Pure. */
export function planHosts(
  sites: readonly SiteSpec[],
  withReplicas: boolean,
  replicaAddresses = REPLICA_ADDRESSES,
): Host[] {
  let next4 = 0
  let next6 = 0
  const nextFault = new Map<string, number>()
  const give = (reach: Reach, family: 4 | 6, count: number): { up: string[]; dns: string[] } => {
    if (reach === 'none') return { up: [], dns: [] }
    const addresses = Array.from({ length: count }, () => {
      if (reach === 'served' || reach === 'refused')
        return family === 4 ? serverAddress4(next4++) : serverAddress6(next6++)
      return fault(reach, family)
    })
    return { up: reach === 'served' || reach === 'refused' ? addresses : [], dns: addresses }
  }
  const fault = (reach: FaultRange, family: 4 | 6): string => {
    const key = `${reach}${family}`
    const n = nextFault.get(key) ?? 0
    nextFault.set(key, n + 1)
    return faultAddress(reach, family, n)
  }
  const plan = (name: string, spec: HostSpec, site: SiteSpec): Host => {
    const isSharing = spec.sharesAddressOf !== undefined
    const onlyDns =
      spec.addresses !== undefined || spec.absent === true || isSharing || spec.literal !== undefined
    const ownCount = spec.addressCount ?? 1
    const count = site.replicable && withReplicas ? replicaAddresses : ownCount
    const reach4 = spec.ipv4 ?? 'served'
    const reach6 = spec.ipv6 ?? 'none'
    const first = spec.firstAddresses ?? []
    const foreign = [...(spec.addresses ?? []), ...(spec.alsoAddresses ?? [])]
    const v4 = give(onlyDns ? 'none' : reach4, 4, count)
    const v6 = give(onlyDns ? 'none' : reach6, 6, count)
    const literal = spec.literal === undefined ? [] : [spec.literal]
    return {
      name,
      site,
      spec,
      server: spec.server ?? site.server,
      certificate: spec.certificate ?? 'valid',
      up: [...literal, ...v4.up, ...v6.up],
      listen: [...literal, ...(reach4 === 'served' ? v4.up : []), ...(reach6 === 'served' ? v6.up : [])],
      a: [...first, ...v4.dns.slice(0, ownCount), ...foreign].filter((address) => !address.includes(':')),
      aaaa: [...first, ...v6.dns.slice(0, ownCount), ...foreign].filter((address) => address.includes(':')),
      replicaA: v4.dns,
      replicaAaaa: v6.dns,
    }
  }
  const hosts = sites.flatMap((site) => [
    plan(site.domain, site, site),
    ...Object.entries(site.hosts).map(([name, spec]) => plan(name, spec, site)),
  ])
  return hosts.map((host) => {
    const { sharesAddressOf } = host.spec
    if (sharesAddressOf === undefined) return host
    const shared = hosts.find(({ name }) => name === sharesAddressOf)
    if (shared === undefined) throw new Error(`${host.name} shares the address of no host`)
    return { ...host, a: shared.a, aaaa: shared.aaaa }
  })
}
