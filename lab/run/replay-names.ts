import type { LabHost } from '../network/messages.ts'
import type { RecordedShard } from '../pages/shape/lab-page.ts'
import type { LabVariant } from './lab-variants.ts'
import type { ReplayName, ReplayNames } from './runner-messages.ts'

/** A switch of a browser may have 128 kB. */
const MOST_HOSTS = 1_000

/**
 * The names of each recorded page, by the name of its variant. Those of all pages where no two disagree: a browser that
 * knows them all can stay open from one page to the next.
 */
export function replayNames(
  variants: readonly LabVariant[],
  hasArmRecorded: boolean,
): ReadonlyMap<string, ReplayNames> {
  const each = new Map(
    variants.flatMap(({ name, page: { recording } }): [string, ReplayNames][] => {
      if (recording === undefined) return []
      const isLookedUp = ({ nameWaitMs }: RecordedShard): boolean => nameWaitMs !== null
      const forced = recording.hosts.map((host) => ({
        ...{ name: host.name, address: host.address, isLookedUp: isLookedUp(host) },
        secure: secureHosts(host).map((each) => ({ host: each, protocol: null })),
      }))
      const recorded = recording.hosts.flatMap((host): ReplayName[] => {
        if (host.asRecorded === null || !hasArmRecorded) return []
        const { address, ports } = host.asRecorded
        const secure = ports.map(({ port, protocol }) => ({ host: withPort(host.name, port), protocol }))
        return [{ name: host.name, address, isLookedUp: isLookedUp(host), secure }]
      })
      return [[name, { forced, recorded }]]
    }),
  )
  const forced = merged([...each.values()].map((names) => names.forced))
  const recorded = merged([...each.values()].map((names) => names.recorded))
  if (forced === null || recorded === null || forced.length > MOST_HOSTS) return each
  return new Map([...each.keys()].map((name) => [name, { forced, recorded }]))
}

/** Its origins of HTTPS, as `URL.host` writes them; 443 is always one, asked for or not. */
export function secureHosts({ name, ports }: Pick<RecordedShard, 'name' | 'ports'>): string[] {
  const further = ports.flatMap(({ scheme, port }) => (scheme === 'https' ? withPort(name, port) : []))
  return [name, ...further]
}

const withPort = (name: string, port: number): string => (port === 443 ? name : `${name}:${port}`)

/** Returns null where two lists say different things of one name. */
function merged<Host extends LabHost>(lists: readonly (readonly Host[])[]): Host[] | null {
  const byName = new Map<string, Host>()
  for (const host of lists.flat()) {
    const known = byName.get(host.name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(host)) return null
    byName.set(host.name, host)
  }
  return [...byName.values()]
}
