import type { Graph } from '../../model/graph/graph.ts'
import type { GraphFetch } from '../../model/graph/node.ts'
import { median } from '../../stats/median.ts'
import { requestOf } from './request-of.ts'

export interface ArmLoad {
  readonly arm: string
  readonly graph: Graph
}

/** Computes the median of each arm's loads for each request (`requestOf`) that it is known of. */
export function mediansOfArms(
  loads: readonly ArmLoad[],
  valueIn: (fetch: GraphFetch) => number | null | undefined,
): Map<string, number[]> {
  const medians = new Map<string, number[]>()
  for (const ofArm of Map.groupBy(loads, ({ arm }) => arm).values()) {
    const fetches = ofArm.flatMap(({ graph }) => graph.nodes.filter((node) => node.kind === 'fetch'))
    for (const [request, same] of Map.groupBy(fetches, requestOf)) {
      const middle = median(same.flatMap((fetch) => valueIn(fetch) ?? []))
      if (middle !== undefined) medians.set(request, [...(medians.get(request) ?? []), middle])
    }
  }
  return medians
}
