import type { GraphEdge } from '../../model/graph/edge.ts'
import type { GraphCompute, GraphNode } from '../../model/graph/node.ts'
import { type Cause, type CauseMoment, NEAR_MS } from './cause.ts'
import { moment } from './moment.ts'
import type { OrderedFetch } from './preflights.ts'

/** A shorter gap between a cause and its effect is no computation of its own; milliseconds. */
const LEAST_COMPUTE_MS = 1

/** Runs what went on after one moment: a thread does one thing after the other. */
interface Thread {
  /** Time when its last computation ended, or when the moment came. */
  atMs: number
  /** Edges that its next computation waits for as well. */
  behind: readonly GraphEdge[]
  readonly done: Run[]
}

/** A computation, as that with which a script ran, and when that ended in the graph's own load. */
interface Run {
  readonly node: number
  readonly endMs: number
}

/** Holds what the browser did from the moments that fetches waited for to their starts, as nodes of the graph. */
export class Computations {
  readonly #fetches: readonly OrderedFetch[]
  readonly #nodes: GraphNode[]
  readonly #ids: readonly number[]
  readonly #threads = new Map<string, Thread>()
  /** Runs by the script's position: what comes later in the document waits for it, and so for all that it waited for. */
  readonly #runs = new Map<number, Run>()

  /**
   * @param nodes of the graph, to which computations are added
   * @param ids nodes of the fetches, by their positions; each is there when something waits for it
   */
  constructor(fetches: readonly OrderedFetch[], nodes: GraphNode[], ids: readonly number[]) {
    this.#fetches = fetches
    this.#nodes = nodes
    this.#ids = ids
  }

  /** The edge of a fetch to its cause, with a computation between where time went by. */
  edgeTo(cause: Cause, { startedMs, initiator }: OrderedFetch): GraphEdge {
    // The network stack goes on by itself.
    if (cause.why === 'redirect' || cause.why === 'preflight')
      return this.edgeOf(cause, moment(Math.max(0, startedMs - cause.moment.atMs)) ?? 0)
    const key = threadKey(cause)
    const thread = this.#threads.get(key) ?? this.#newThread(cause, startedMs)
    this.#threads.set(key, thread)
    const gapMs = moment(Math.max(0, startedMs - thread.atMs)) ?? 0
    const { behind, done } = thread
    const before = done.at(-1)?.node ?? null
    // A computation that waited for several gives all that it led to one node to wait for.
    if (gapMs < LEAST_COMPUTE_MS && behind.length === 0)
      return before === null ? this.edgeOf(cause, gapMs) : computeEdge(before, cause, gapMs)
    const first = before === null ? this.edgeOf(cause, 0) : computeEdge(before, cause, 0)
    const what = cause.why === 'script' || initiator.type === 'script' ? 'script' : this.#whatFollows(cause)
    const node = this.#add(what, gapMs, thread.atMs, [first, ...behind])
    const isRun = cause.why !== 'queue' && this.#isScript(cause.parent)
    if (before === null && isRun && gapMs <= NEAR_MS) this.#runs.set(cause.parent, { node, endMs: startedMs })
    Object.assign(thread, { atMs: startedMs, behind: [] })
    done.push({ node, endMs: startedMs })
    return computeEdge(node, cause, 0)
  }

  /**
   * The edge of a fetch that something else held back to what asked for it, at a moment: to the computation that had ended by
   * then, so that it is never asked for before what the same thread asked for first.
   */
  edgeToAsking(cause: Cause, askedMs: number): GraphEdge {
    const thread = this.#threads.get(threadKey(cause))
    const before = thread?.done.findLast(({ endMs }) => endMs <= askedMs)
    return before === undefined
      ? this.edgeOf(cause, moment(Math.max(0, askedMs - cause.moment.atMs)) ?? 0)
      : computeEdge(before.node, cause, moment(askedMs - before.endMs) ?? 0)
  }

  edgeOf({ why, guessed, parent, moment: cameBy }: Cause, waitMs: number): GraphEdge {
    const parts = { node: this.#ids[parent] ?? 0, waitMs, why, guessed }
    return cameBy.when === 'bytes'
      ? { ...parts, when: 'bytes', bytes: cameBy.bytes }
      : { ...parts, when: cameBy.when }
  }

  /** Starts what goes on after a moment, and after all that had to come too: scripts that had not run yet run first, in order. */
  #newThread(cause: Cause, startedMs: number): Thread {
    const { parent, why } = cause
    const behind = cause.behind()
    const isFile = behind.length > 0 || this.#isScript(parent)
    const places = isFile ? [...behind, parent].toSorted((a, b) => a - b) : behind
    const lastRun = places.findLast((place) => this.#runs.has(place)) ?? -1
    const run = this.#runs.get(lastRun)
    const waiting = places.filter((place) => place > lastRun)
    const edgeTo = (node: number): GraphEdge => {
      return { node, when: 'finished', waitMs: 0, why: why === 'queue' ? why : 'order', guessed: true }
    }
    const edgeAt = (place: number): GraphEdge =>
      place === parent ? this.edgeOf(cause, 0) : edgeTo(this.#ids[place] ?? 0)
    const endOf = (place: number): number => Math.min(startedMs, this.#fetches[place]?.finishedMs ?? 0)
    const before = run === undefined ? [] : [edgeTo(run.node)]
    const beforeMs = Math.min(startedMs, run?.endMs ?? 0)
    const runMs = this.#runMs(waiting, endOf, beforeMs, startedMs)
    if (runMs === null) {
      const others = waiting.filter((place) => place !== parent)
      const atMs = others.reduce(
        (most, place) => Math.max(most, endOf(place)),
        Math.max(cause.moment.atMs, beforeMs),
      )
      const thread = { atMs, behind: [...before, ...others.map(edgeAt)], done: [] }
      if (others.length === 0 || startedMs - atMs <= NEAR_MS) return thread
      // No run, but all later scripts need wait for this node alone.
      const compute = this.#add('script', 0, atMs, [this.edgeOf(cause, 0), ...thread.behind])
      this.#runs.set(places.at(-1) ?? parent, { node: compute, endMs: atMs })
      return { atMs, behind: [], done: [{ node: compute, endMs: atMs }] }
    }
    const done: Run[] = []
    let [atMs, held] = [beforeMs, before]
    for (const place of waiting) {
      atMs = Math.max(atMs, endOf(place))
      held = [edgeAt(place), ...held]
      if (!this.#isScript(place)) continue
      const compute = this.#add('script', runMs, atMs, held)
      atMs += runMs
      held = [edgeTo(compute)]
      const ran = { node: compute, endMs: atMs }
      done.push(ran)
      this.#runs.set(place, ran)
    }
    return { atMs: Math.max(cause.moment.atMs, atMs), behind: held.slice(0, -1), done }
  }

  /**
   * Says how long each of several scripts ran, as if all had taken the same time: so long that the last of them ended when the
   * fetch started. Null: there are not several, or that is no time that scripts run.
   */
  #runMs(
    places: readonly number[],
    endOf: (place: number) => number,
    beforeMs: number,
    startedMs: number,
  ): number | null {
    let [scripts, longestMs] = [0, Number.POSITIVE_INFINITY]
    for (const place of places.toReversed()) {
      if (this.#isScript(place)) scripts += 1
      if (scripts > 0) longestMs = Math.min(longestMs, (startedMs - endOf(place)) / scripts)
    }
    if (scripts < 2) return null
    const runMs = moment(Math.min(longestMs, (startedMs - beforeMs) / scripts)) ?? 0
    return runMs * scripts < LEAST_COMPUTE_MS || runMs > NEAR_MS ? null : runMs
  }

  #add(what: GraphCompute['what'], ms: number, startedMs: number, after: GraphEdge[]): number {
    const id = this.#nodes.length
    this.#nodes.push({
      id,
      kind: 'compute',
      what,
      ms,
      startedMs: moment(startedMs) ?? 0,
      guessed: true,
      after,
    })
    return id
  }

  #isScript(place: number): boolean {
    return this.#fetches[place]?.resourceType === 'script'
  }

  #whatFollows({ parent }: Cause): GraphCompute['what'] {
    const type = this.#fetches[parent]?.resourceType ?? null
    return type === 'document' ? 'parse' : type === 'style' || type === 'script' ? type : 'other'
  }
}

const momentKey = (cameBy: CauseMoment): string =>
  cameBy.when === 'bytes' ? `${cameBy.when} ${cameBy.bytes}` : cameBy.when

const threadKey = ({ parent, moment: cameBy, why }: Cause): string =>
  `${parent} ${momentKey(cameBy)} ${why === 'queue'}`

function computeEdge(node: number, { guessed }: Cause, waitMs: number): GraphEdge {
  return { node, when: 'finished', waitMs, why: 'compute', guessed }
}
