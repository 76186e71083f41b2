import { openSandbox } from '../../lab/sandbox/open.ts'
import { RESOLVER } from '../../lab/sandbox/site/addresses.ts'
import { readSites } from '../../lab/sandbox/site/sites.ts'
import type { BenchLists } from './rounds.ts'

/**
 * Per mille of the hosts, by the kind of site that they are replicas of. About a tenth of a ranked list gives no answer: 10 %
 * of the Majestic Million (Campbell 2022, ccampbell.io); 2.7 % of Tranco's names do not exist and 0.5 % get SERVFAIL (DNS
 * Institute 2020). How many fail at TLS is an assumption.
 */
const PER_MILLE = {
  'dropped.test': 80,
  'nxdomain.test': 20,
  'servfail.test': 5,
  'dns-silent.test': 5,
  'cert-expired.test': 5,
  'tls-alert.test': 5,
} as const

/**
 * Round trips of the servers, milliseconds: the middles of the deciles of 13,282 handshakes with 708 web servers (McManus 2007,
 * bitsup.blogspot.com), their last tenth being 300.
 */
const DECILES_MS = [30, 36, 39, 42, 46, 50, 57, 81, 109, 300]
/** Of one address in fifty, so that an answer takes three to four seconds; an assumption. */
const SLOW_MS = 800
const ROUND_TRIPS_MS = [
  ...Array.from({ length: 5 }, () => DECILES_MS)
    .flat()
    .slice(1),
  SLOW_MS,
]
const RESOLVER_ROUND_TRIP_MS = 20

/** Opens a sandbox like the internet, as root: `count` hosts, of which some are dead, behind a round trip for each address. */
export async function openInternet(
  count: number,
  options: { readonly cacheDir: string; readonly signal: AbortSignal },
): Promise<BenchLists> {
  const all = readSites()
  const healthy = all.filter(({ replicable, facts }) => replicable && facts.h2 === true)
  const healthyNames = healthy.map(({ domain }) => domain)
  const replicated = [...healthyNames, ...Object.keys(PER_MILLE)]
  const faulty = Object.entries(PER_MILLE).map(
    ([kind, share]) => [kind, Math.round((count * share) / 1_000)] as const,
  )
  const left = count - faulty.reduce((sum, [, hosts]) => sum + hosts, 0)
  const copies = Math.max(Math.ceil(left / healthy.length), ...faulty.map(([, hosts]) => hosts))
  const sandbox = await openSandbox({
    ...options,
    sites: all.length + copies * replicated.length,
    replicated,
    roundTrips: { ms: ROUND_TRIPS_MS, special: { [RESOLVER]: RESOLVER_ROUND_TRIP_MS } },
  })
  const replicas = sandbox.sites.slice(all.length)
  const kindOf = (domain: string): string => domain.slice(domain.indexOf('.') + 1)
  const hosts = [
    ...replicas.filter(({ domain }) => healthyNames.includes(kindOf(domain))).slice(0, left),
    ...faulty.flatMap(([kind, wanted]) =>
      replicas.filter(({ domain }) => kindOf(domain) === kind).slice(0, wanted),
    ),
  ]
  const names = inStride(hosts.map(({ domain }) => domain))
  return { sandbox, lists: { internet: names }, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() }
}

/** Spreads the kinds over the list, the same way each time: by steps that have no divisor in common with its length. */
function inStride(names: readonly string[]): string[] {
  const { length } = names
  let step = Math.floor(length * 0.618)
  while (greatestDivisor(step, length) !== 1) step += 1
  return names.map((_, index) => names[(index * step) % length] ?? '')
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
