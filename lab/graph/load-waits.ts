import type { ResourceType } from '../../har/resource-type.ts'
import { CLOCK_MS } from '../../model/graph/clock.ts'
import type { GraphEdge } from '../../model/graph/edge.ts'
import type { GraphCompute } from '../../model/graph/node.ts'
import { NEAR_MS } from './cause.ts'
import { moment } from './moment.ts'
import type { ObservedFetch } from './observed-load.ts'

/**
 * A load event waits for what elements and style sheets ask for (HTML, "delays the load event"); not for `fetch()`, but a
 * script can hold it back until that has ended.
 */
const AWAITED = new Set<ResourceType | null>(['document', 'script', 'style', 'image', 'font', null])

/**
 * Lists what the load event waited for: all that it can wait for and that had ended before it. No source says it, so that all
 * of it is guessed. Where time went by since the last of them, also the fetch that a script may have held it back for. The time
 * from the last of all to the event is a computation. Where nobody knows when the event came, all that ended.
 */
export function loadWaits(
  fetches: readonly Pick<ObservedFetch, 'resourceType' | 'finishedMs' | 'startedMs'>[],
  loadMs: number | null,
  ids: readonly number[],
  nextId: number,
): { readonly after: GraphEdge[]; readonly compute: GraphCompute | null } {
  const ended = fetches.flatMap(({ resourceType, finishedMs }, n) =>
    finishedMs === null ? [] : [{ id: ids[n] ?? 0, resourceType, finishedMs }],
  )
  const inTime = ended.filter(({ finishedMs }) => loadMs === null || finishedMs <= loadMs + CLOCK_MS)
  const awaited = inTime.filter(({ resourceType }) => loadMs === null || AWAITED.has(resourceType))
  const byEnd = (awaited.length > 0 ? awaited : inTime).toSorted((a, b) => b.finishedMs - a.finishedMs)
  const held = loadMs === null ? null : heldFor(inTime, byEnd[0]?.finishedMs ?? loadMs, loadMs)
  const waits = held === null ? byEnd : [held, ...byEnd]
  const [last] = waits
  if (last === undefined) return { after: [edge(ids[0] ?? 0, 'load', 0)], compute: null }
  const gapMs = loadMs === null ? 0 : (moment(Math.max(0, loadMs - last.finishedMs)) ?? 0)
  const rest = waits.slice(1).map(({ id }) => edge(id, 'load', 0))
  if (gapMs < 1) return { after: [edge(last.id, 'load', gapMs), ...rest], compute: null }
  const compute: GraphCompute = {
    id: nextId,
    kind: 'compute',
    what: 'load',
    ms: gapMs,
    startedMs: last.finishedMs,
    guessed: true,
    after: [edge(last.id, 'load', 0)],
  }
  return { after: [edge(nextId, 'compute', 0), ...rest], compute }
}

/** The last that ended after `sinceMs`, when nothing that the event waits for by itself was left; shortly before the event. */
function heldFor<Ended extends { readonly finishedMs: number }>(
  ended: readonly Ended[],
  sinceMs: number,
  loadMs: number,
): Ended | null {
  if (loadMs - sinceMs <= CLOCK_MS) return null
  const later = ended.filter(({ finishedMs }) => finishedMs > sinceMs && finishedMs >= loadMs - NEAR_MS)
  return later.toSorted((a, b) => b.finishedMs - a.finishedMs)[0] ?? null
}

function edge(node: number, why: 'load' | 'compute', waitMs: number): GraphEdge {
  return { node, when: 'finished', waitMs, why, guessed: true }
}
