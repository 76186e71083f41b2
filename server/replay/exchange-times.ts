import type { Har } from 'har-format'
import { firstByte } from '../../har/first-byte.ts'
import { replayFactsIn, replayMark } from '../../har/replay-mark.ts'
import { type LivePhases, type ReplayFacts, RUNGS } from '../../model/recording/replay-facts.ts'
import { median } from '../../stats/median.ts'

export interface ExchangeTimes {
  /** Number in the recording. */
  readonly exchange: number
  /** Has no query and fragment. */
  readonly url: string
  /** Median of the live loads. */
  readonly live: LivePhases
  readonly replayed: LivePhases
}

/** The exchanges of a replayed load whose times were recorded and seen; none of any other load. */
export function exchangeTimes(har: Har): ExchangeTimes[] {
  const facts = replayFactsIn(har) as ReplayFacts | null
  const byId = new Map((facts?.answers ?? []).map((answer) => [String(answer.id), answer]))
  return har.log.entries.flatMap((entry): ExchangeTimes[] => {
    const [word, id = ''] = replayMark(entry)?.split(' ') ?? []
    const answer = byId.get(id)
    const waitedMs = firstByte(entry)
    if (!RUNGS.some((rung) => rung === word) || answer?.live === undefined || waitedMs === null) return []
    return [
      {
        exchange: answer.id,
        url: entry.request.url.replace(/[?#].*$/s, ''),
        live: answer.live,
        replayed: { waitedMs, receivedMs: Math.max(0, entry.timings.receive ?? 0) },
      },
    ]
  })
}

/** Computes for each exchange the medians over loads; `n`: loads that have it. */
export function mediansByExchange(
  loads: readonly (readonly ExchangeTimes[])[],
): readonly (ExchangeTimes & { readonly n: number })[] {
  const found = loads.flatMap((load, ordinal) => load.map((each) => ({ ...each, ordinal })))
  return [...Map.groupBy(found, ({ exchange }) => exchange).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const middle = (pick: (each: ExchangeTimes) => number): number => median(same.map(pick)) ?? 0
    return {
      ...{ exchange: first.exchange, url: first.url, n: new Set(same.map(({ ordinal }) => ordinal)).size },
      live: {
        waitedMs: middle(({ live }) => live.waitedMs),
        receivedMs: middle(({ live }) => live.receivedMs),
      },
      replayed: {
        waitedMs: middle(({ replayed }) => replayed.waitedMs),
        receivedMs: middle(({ replayed }) => replayed.receivedMs),
      },
    }
  })
}
