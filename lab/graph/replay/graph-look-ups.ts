import type { Graph } from '../../../model/graph/graph.ts'
import type { LabHost } from '../../network/messages.ts'
import type { ResolvedName } from '../../resolver/resolver-order.ts'

/**
 * What the lab's resolver answers in a replay: the names of `hosts` that the graph's load looked up. Of several origins of one name the
 * first alone: the others know it.
 */
export function graphLookUps(
  { lookUps = [] }: Pick<Graph, 'lookUps'>,
  hosts: ReadonlyMap<string, LabHost>,
): ResolvedName[] {
  const waits = new Map(lookUps.map(({ host, waitMs }) => [host, waitMs]))
  const names: ResolvedName[] = []
  for (const [origin, { name, address }] of hosts) {
    const { hostname } = new URL(origin)
    const waitMs = waits.get(hostname)
    if (waitMs === undefined) continue
    waits.delete(hostname)
    names.push({ name, address, waitMs })
  }
  return names
}
