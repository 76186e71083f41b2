import { isIP } from 'node:net'
import type { Graph } from '../../../model/graph/graph.ts'
import { shardAddress } from '../../network/addresses.ts'
import type { LabHost } from '../../network/messages.ts'
import { isReplayed } from './replayed-node.ts'

/**
 * The hosts that a graph is replayed from, by the origins of its fetches, the page's own first. All are served over TLS on
 * the lab's port. Those that may share connections have one address, any other has its own.
 */
export function graphHosts({
  nodes,
  sharedConnections = [],
}: Pick<Graph, 'nodes' | 'sharedConnections'>): Map<string, LabHost> {
  const hosts = new Map<string, LabHost>()
  const taken = new Set<string>()
  const addresses = new Map<readonly string[], string>()
  for (const node of nodes) {
    if (!isReplayed(node) || hosts.has(node.origin)) continue
    const { hostname } = new URL(node.origin)
    const isName = /^[a-z0-9.-]+\.[a-z0-9-]+$/i.test(hostname) && isIP(hostname) === 0
    // Another scheme or port of a host is another origin, and gets a name of its own.
    const name = isName && !taken.has(hostname) ? hostname : `origin-${hosts.size}.test`
    taken.add(name)
    const together = sharedConnections.find((origins) => origins.includes(node.origin)) ?? [node.origin]
    const address = addresses.get(together) ?? shardAddress(addresses.size)
    addresses.set(together, address)
    hosts.set(node.origin, { name, address })
  }
  return hosts
}
