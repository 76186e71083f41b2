import type { Entry } from 'har-format'
import { isFromCache } from '../../har/entry.ts'
import type { ReplayAnswer } from './replay-file.ts'

/** How an answer was found, in the words of the lab's server (program/src/ladder.rs), from the most alike on. */
export const RUNGS = ['url', 'query', 'path', 'body', 'preflight'] as const
export type Rung = (typeof RUNGS)[number]

/** What the lab's server says of an answer: its rung, and the exchange that it is. */
export const REPLAY_FIELD = 'towline-replay'

/** How far one replayed load was what was recorded. */
export interface Fidelity {
  /** Requests that got a recorded answer, by how it was found. */
  readonly hits: Readonly<Record<Rung, number>>
  /** Requests that got none. `nearest`: the exchange that comes nearest, where one does. */
  readonly misses: readonly { readonly url: string; readonly nearest: number | null }[]
  /** Exchanges that were never asked for. */
  readonly spares: readonly number[]
  /** Misses by all requests; null where there was none. */
  readonly missFraction: number | null
}

/**
 * The fidelity of a load by its HAR. What a cache answered was asked of nobody; what failed without an answer, such as a
 * host that was not recorded, is a miss.
 */
export function fidelityOf(entries: readonly Entry[], answers: readonly ReplayAnswer[]): Fidelity {
  const hits = { url: 0, query: 0, path: 0, body: 0, preflight: 0 }
  const misses: { url: string; nearest: number | null }[] = []
  const given = new Set<number>()
  for (const entry of entries) {
    if (isFromCache(entry)) continue
    const [word, id] = replayField(entry)?.split(' ') ?? []
    const rung = RUNGS.find((name) => name === word)
    const exchange = id === undefined ? null : Number(id)
    if (rung === undefined) misses.push({ url: entry.request.url, nearest: exchange })
    else {
      hits[rung] += 1
      if (exchange !== null) given.add(exchange)
    }
  }
  const hitCount = Object.values(hits).reduce((sum, count) => sum + count, 0)
  const asked = hitCount + misses.length
  return {
    hits,
    misses,
    spares: answers.flatMap(({ id }) => (given.has(id) ? [] : id)),
    missFraction: asked === 0 ? null : misses.length / asked,
  }
}

function replayField({ response }: Entry): string | undefined {
  return response.headers.find(({ name }) => name.toLowerCase() === REPLAY_FIELD)?.value
}
