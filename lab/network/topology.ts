import { HARDWARE } from '../link/backend/veth.ts'
import { ipBatch, NO_TCP_MEMORY, setSysctls } from '../process/in-namespace.ts'
import { runCommand } from '../process/run-command.ts'
import { RESOLVER } from '../sandbox/site/addresses.ts'
import {
  CLIENT_ADDRESS,
  LINK_FAR_ADDRESS,
  LINK_NEAR_ADDRESS,
  NEAR_ADDRESS,
  shardAddress,
} from './addresses.ts'

/**
 * Client, near router, servers. The link is between the last two: it comes and goes with each condition, and a browser
 * whose own interface did so would break its connections off, up to two seconds later.
 */
interface LabNamespaces {
  readonly client: string
  readonly near: string
  readonly server: string
}

export function labNamespaces(id: string): LabNamespaces {
  return { client: `towline-${id}-cli`, near: `towline-${id}-near`, server: `towline-${id}-srv` }
}

/** The interface that the client is on; its packets are captured there. */
export const CLIENT_INTERFACE = 'towline0'
/** The interface of the link, at both of its ends. */
export const LINK_INTERFACE = 'towlink0'

const NEAR_HARDWARE = { client: '02:00:c6:12:01:01', near: '02:00:c6:12:01:02' } as const

/** Sets what TCP of the servers does; null leaves it to the machine. */
export interface TcpSettings {
  /** Segments that may be sent before the first acknowledgement (`initcwnd` of ip-route(8)). */
  readonly initcwnd: number | null
  /** `congctl` of ip-route(8). */
  readonly congestionControl: string | null
}

/** Servers, and the resolver of a client, have no privileges, and so no other way to their ports. */
const UNPRIVILEGED = { 'ipv4/ip_unprivileged_port_start': '0', ...NO_TCP_MEMORY } as const

/** Makes the namespaces and everything but the link. */
export async function makeTopology(names: LabNamespaces, signal: AbortSignal): Promise<void> {
  for (const name of Object.values(names)) await runCommand(['ip', 'netns', 'add', name], { signal })
  const end = (side: 'client' | 'near') =>
    ['name', CLIENT_INTERFACE, 'address', NEAR_HARDWARE[side], 'netns', names[side]] as const
  await runCommand(['ip', 'link', 'add', ...end('near'), 'type', 'veth', 'peer', ...end('client')], {
    signal,
  })
  await setSysctls(
    names.near,
    {
      'ipv4/ip_forward': '1',
      'ipv4/conf/all/rp_filter': '0',
      // A path that rejects UDP answers every packet.
      'ipv4/icmp_ratelimit': '0',
    },
    signal,
  )
  await setSysctls(names.server, UNPRIVILEGED, signal)
  await setSysctls(names.client, UNPRIVILEGED, signal)
  await ipBatch(names.client, clientCommands(), signal)
  await ipBatch(names.near, nearCommands(), signal)
  await ipBatch(names.server, ['link set lo up'], signal)
}

/** Addresses and routes of a link that was just put in place, with the servers' TCP settings. */
export async function configureLinkEnds(
  names: LabNamespaces,
  shards: number,
  tcp: TcpSettings,
  signal: AbortSignal,
): Promise<void> {
  await ipBatch(names.near, linkNearCommands(), signal)
  await ipBatch(names.server, linkServerCommands(shards, tcp), signal)
}

function clientCommands(): string[] {
  return [
    'link set lo up',
    ...up(CLIENT_INTERFACE),
    ...neighbour(CLIENT_INTERFACE, CLIENT_ADDRESS, NEAR_ADDRESS, NEAR_HARDWARE.near),
    `route add default via ${NEAR_ADDRESS}`,
  ]
}

function nearCommands(): string[] {
  return [
    'link set lo up',
    ...up(CLIENT_INTERFACE),
    ...neighbour(CLIENT_INTERFACE, NEAR_ADDRESS, CLIENT_ADDRESS, NEAR_HARDWARE.client),
  ]
}

function linkNearCommands(): string[] {
  return [
    ...up(LINK_INTERFACE),
    ...neighbour(LINK_INTERFACE, LINK_NEAR_ADDRESS, LINK_FAR_ADDRESS, HARDWARE.server),
    `route add default via ${LINK_FAR_ADDRESS}`,
  ]
}

/** The settings stand on the route to the client and on the default one: either may be the one that is looked up. */
function linkServerCommands(shards: number, { initcwnd, congestionControl }: TcpSettings): string[] {
  const settings = [
    ...(initcwnd === null ? [] : [`initcwnd ${initcwnd}`]),
    ...(congestionControl === null ? [] : [`congctl ${congestionControl}`]),
  ].join(' ')
  return [
    ...up(LINK_INTERFACE),
    ...neighbour(LINK_INTERFACE, LINK_FAR_ADDRESS, LINK_NEAR_ADDRESS, HARDWARE.client),
    ...Array.from(
      { length: shards },
      (_, shard) => `addr add ${shardAddress(shard)}/32 dev ${LINK_INTERFACE}`,
    ),
    `addr add ${RESOLVER}/32 dev ${LINK_INTERFACE}`,
    `route add ${CLIENT_ADDRESS}/32 via ${LINK_NEAR_ADDRESS} ${settings}`,
    `route add default via ${LINK_NEAR_ADDRESS} ${settings}`,
  ]
}

function up(name: string): string[] {
  // The interface makes no addresses of its own, and so needs no duplicate address detection, which takes a second.
  return [`link set ${name} addrgenmode none`, `link set ${name} up`]
}

/** Its own address, the way to the other end and that end's hardware address, so that nothing has to be looked up. */
function neighbour(name: string, self: string, peer: string, hardware: string): string[] {
  return [
    `addr add ${self}/32 dev ${name}`,
    `neighbour replace ${peer} lladdr ${hardware} nud permanent dev ${name}`,
    `route add ${peer}/32 dev ${name} src ${self}`,
  ]
}
