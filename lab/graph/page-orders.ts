import { CLOCK_MS } from '../../model/graph/clock.ts'
import type { Graph } from '../../model/graph/graph.ts'
import type { GraphFetch } from '../../model/graph/node.ts'
import { requestOf } from './request-of.ts'

/** Compares loads of a page by the order of their requests: what one load suggests, another may contradict. */
export class PageOrders {
  readonly #loads: readonly ReadonlyMap<string, GraphFetch | null>[]

  constructor(loads: readonly Graph[]) {
    this.#loads = loads.map(({ nodes }) => {
      const fetches = nodes.filter((node) => node.kind === 'fetch')
      const byRequest = Map.groupBy(fetches, requestOf)
      // Nobody knows which is which of two of one name.
      return new Map(
        [...byRequest].map(([request, [first = null, ...more]]) => [request, more.length > 0 ? null : first]),
      )
    })
  }

  /** Whether a load shows that a request does not wait for the end of another: it was sent on before. Both as `requestOf` names them. */
  wentBefore(request: string, other: string): boolean {
    return this.#loads.some((load) => {
      const [startedMs, endMs] = [load.get(request)?.startedMs, load.get(other)?.finishedMs]
      return startedMs !== undefined && endMs != null && endMs > startedMs + CLOCK_MS
    })
  }
}
