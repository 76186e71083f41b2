interface Waiting {
  readonly after: readonly { readonly node: number }[]
}

/**
 * Ids of all nodes, each after those that it waits for (Kahn 1962); of those that are free at the same time the lowest
 * id first within its round. Where nodes wait for each other `cycle` has them, in the order in which they wait.
 */
export function nodesInOrder(nodes: readonly Waiting[]): {
  readonly order: readonly number[]
  readonly cycle: readonly number[] | null
} {
  const waiting = nodes.map(({ after }) => after.length)
  const children: number[][] = nodes.map(() => [])
  for (const [id, { after }] of nodes.entries()) for (const { node } of after) children[node]?.push(id)
  const order = nodes.flatMap((_, id) => (waiting[id] === 0 ? [id] : []))
  for (const id of order)
    for (const child of children[id] ?? []) {
      const left = (waiting[child] ?? 0) - 1
      waiting[child] = left
      if (left === 0) order.push(child)
    }
  return { order, cycle: order.length === nodes.length ? null : cycleIn(nodes, waiting) }
}

/** Goes back from a node that never became free, always to a parent that did not either, until one comes again. */
function cycleIn(nodes: readonly Waiting[], waiting: readonly number[]): number[] {
  const path: number[] = []
  const places = new Map<number, number>()
  let id = waiting.findIndex((left) => left > 0)
  while (!places.has(id)) {
    places.set(id, path.push(id) - 1)
    id = nodes[id]?.after.find(({ node }) => (waiting[node] ?? 0) > 0)?.node ?? id
  }
  return path.slice(places.get(id))
}
