import { HARDWARE, makeVeth } from '../link/backend/veth.ts'
import { availableCongestionControls, DEFAULT_CONGESTION_CONTROL } from '../process/congestion-controls.ts'
import { ipBatch, NO_TCP_MEMORY, setSysctls } from '../process/in-namespace.ts'
import { runCommand } from '../process/run-command.ts'
import { clientAddress, FAULT_RANGES, GATEWAY, RESOLVER, ZOO_DNS } from './site/addresses.ts'

export interface Namespaces {
  readonly server: string
  readonly client: string
}

export function namespacesOf(id: string, client = 0): Namespaces {
  return { server: `towline-${id}-srv`, client: `towline-${id}-cli${client === 0 ? '' : client}` }
}

/** The router asks three times for an address of its link before it says that the host is unreachable. */
const ARP_RETRY_MS = 20

export const INTERFACE = 'towline0'

export async function makeNamespaces(names: Namespaces, signal: AbortSignal): Promise<void> {
  await runCommand(['ip', 'netns', 'add', names.server], { signal })
  await runCommand(['ip', 'netns', 'add', names.client], { signal })
}

/**
 * Addresses and routes of two namespaces that are joined by an interface in each. The client reaches everything
 * through the servers' namespace, which is a router: a packet to an address that is not up there is dropped without a
 * word, as on a black-holed path, or answered with ICMP in the ranges made for it.
 */
export async function configureNetwork(
  names: Namespaces,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await setSysctls(names.server, SERVER_SYSCTLS, signal)
  await setSysctls(names.client, CLIENT_SYSCTLS, signal)
  const settings = await routeSettings()
  await ipBatch(names.server, serverCommands(addresses, settings), signal)
  await ipBatch(names.client, clientCommands(clientAddress(0), settings), signal)
}

/** One client more: a link of its own to the servers' namespace, which routes for it as for the first one. */
export async function addClient(names: Namespaces, n: number, signal: AbortSignal): Promise<void> {
  const device = `${INTERFACE}c${n}`
  await runCommand(['ip', 'netns', 'add', names.client], { signal })
  await makeVeth(names, INTERFACE, signal, device)
  await setSysctls(names.client, CLIENT_SYSCTLS, signal)
  const address = clientAddress(n)
  const settings = await routeSettings()
  await ipBatch(
    names.server,
    [
      `link set ${device} addrgenmode none`,
      `link set ${device} up`,
      ...neighbour(GATEWAY, address, HARDWARE.client, { device, settings }),
    ],
    signal,
  )
  await ipBatch(names.client, clientCommands(address, settings), signal)
}

/**
 * TCP as the lab has it, so that a recording and its replay are under the same congestion control. By the route:
 * a machine may not let namespaces have any as their default.
 */
async function routeSettings(): Promise<string> {
  const isThere = (await availableCongestionControls()).includes(DEFAULT_CONGESTION_CONTROL)
  return isThere ? `congctl ${DEFAULT_CONGESTION_CONTROL}` : ''
}

function serverCommands(addresses: readonly string[], settings: string): string[] {
  const serverAddresses = [RESOLVER, ZOO_DNS, ...addresses]
  return [
    'link set lo up',
    // The link makes no addresses of its own, and so needs no duplicate address detection, which takes a second.
    `link set ${INTERFACE} addrgenmode none`,
    `link set ${INTERFACE} up`,
    ...neighbour(GATEWAY, clientAddress(0), HARDWARE.client, { settings }),
    ...serverAddresses.map((address) =>
      address.includes(':')
        ? `addr add ${address}/128 dev ${INTERFACE} nodad`
        : `addr add ${address}/32 dev ${INTERFACE}`,
    ),
    'route add blackhole 0.0.0.0/0',
    'route add blackhole ::/0',
    // An unreachable route would answer once a second at most. This one leads back to the client's link, where nobody
    // has such an address: the router finds that out by ARP and says so, as the last router of a real way does.
    `route add ${FAULT_RANGES.unreachable.ipv4} dev ${INTERFACE}`,
    `ntable change name arp_cache dev ${INTERFACE} retrans ${ARP_RETRY_MS}`,
    `route add unreachable ${FAULT_RANGES.unreachable.ipv6}`,
    `route add prohibit ${FAULT_RANGES.prohibited.ipv6}`,
  ]
}

function clientCommands(address: Ends, settings: string): string[] {
  return [
    'link set lo up',
    `link set ${INTERFACE} addrgenmode none`,
    `link set ${INTERFACE} up`,
    ...neighbour(address, GATEWAY, HARDWARE.server, { settings }),
    `route add default via ${GATEWAY.ipv4} ${settings}`,
    `route add ::/0 via ${GATEWAY.ipv6} ${settings}`,
  ]
}

/**
 * Its own address, the way to the other end and that end's hardware address: to look it up would take a round trip of
 * the link, and a link in user space carries no broadcast.
 */
function neighbour(
  self: Ends,
  peer: Ends,
  hardware: string,
  { settings, device = INTERFACE }: { readonly settings: string; readonly device?: string },
): string[] {
  return [
    `addr add ${self.ipv4}/32 dev ${device}`,
    `addr add ${self.ipv6}/128 dev ${device} nodad`,
    ...[peer.ipv4, peer.ipv6].flatMap((address) => [
      `neighbour add ${address} lladdr ${hardware} nud permanent dev ${device}`,
      `route add ${address} dev ${device} src ${address.includes(':') ? self.ipv6 : self.ipv4} ${settings}`,
    ]),
  ]
}

type Ends = ReturnType<typeof clientAddress>

/** Only a router answers with ICMP for others; the limits on ICMP would turn some of its answers into silence. */
const SERVER_SYSCTLS = {
  'ipv4/ip_forward': '1',
  'ipv6/conf/all/forwarding': '1',
  // It would send the client straight to the addresses of its own link.
  'ipv4/conf/all/send_redirects': '0',
  'ipv4/conf/default/send_redirects': '0',
  'ipv4/icmp_ratelimit': '0',
  'ipv6/icmp/ratelimit': '0',
  // The servers have no privileges, and so no other way to their ports.
  'ipv4/ip_unprivileged_port_start': '0',
  ...NO_TCP_MEMORY,
}
/** A survey of thousands of sites leaves its ports in TIME-WAIT. */
const CLIENT_SYSCTLS = { 'ipv4/ip_local_port_range': '1024 65535', ...NO_TCP_MEMORY }
