import { RESOLVER, ZOO_DNS } from '../site/addresses.ts'
import type { Host } from '../site/hosts.ts'
import { httpsRecordHex } from '../site/https-record-hex.ts'
import type { Listed } from '../site/sites.ts'

/** TTL of the sandbox's records, seconds; dnsmasq's own default for local data is 0. */
const TTL_S = 300

/**
 * dnsmasq's configuration: it knows every name of the sandbox, asks the zoo's DNS about the names that are to fail,
 * and says NXDOMAIN to all others. It reads nothing of the machine (no resolv.conf, no hosts file).
 */
export function dnsmasqConfig(hosts: readonly Host[], listed: readonly Listed[], pidFile: string): string {
  const zones = new Set<string>()
  const records = [
    ...hosts.flatMap((host) => recordsOf(host, host.name, null, zones)),
    ...listed.flatMap(({ site, spec, replica }) => {
      const host = hosts.find((each) => each.name === spec.domain)
      return host && replica > 0 ? recordsOf(host, site.domain, replica, zones) : []
    }),
  ]
  return `${[
    'no-resolv',
    'no-hosts',
    'no-poll',
    'no-negcache',
    // Addresses stay in the order of the data file: what comes first in the answer is part of the truth.
    'no-round-robin',
    `pid-file=${pidFile}`,
    'log-facility=-',
    `listen-address=${RESOLVER}`,
    'bind-interfaces',
    'cache-size=0',
    'dns-forward-max=5000',
    'edns-packet-max=1232',
    `local-ttl=${TTL_S}`,
    ...[...zones].map((zone) => `local=/${zone}/`),
    ...records,
  ].join('\n')}\n`
}

/** The lines for one name: a host's own, or a replica's, which has one of the host's addresses. */
function recordsOf(host: Host, name: string, replica: number | null, zones: Set<string>): string[] {
  const { spec } = host
  if (spec.absent || spec.literal !== undefined) return []
  if (spec.dns) return [`server=/${name}/${ZOO_DNS}`]
  const aliases = spec.cname ?? []
  const target = aliases.at(-1) ?? name
  for (const each of [name, ...aliases]) zones.add(each.slice(each.lastIndexOf('.') + 1))
  const addresses =
    replica === null
      ? [...host.a, ...host.aaaa]
      : [pick(host.replicaA, replica), pick(host.replicaAaaa, replica)].filter((each) => each !== undefined)
  const chain = [name, ...aliases]
  return [
    ...chain.slice(0, -1).map((from, index) => `cname=${from},${chain[index + 1]}`),
    ...addresses.map((address) => `host-record=${target},${address}`),
    ...(spec.httpsRecord ? [`dns-rr=${target},65,${httpsRecordHex(spec.httpsRecord)}`] : []),
  ]
}

const pick = (addresses: readonly string[], replica: number) => addresses[replica % addresses.length]
