import type { Exchange } from '../../model/recording/exchange.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { median } from '../../stats/median.ts'

/**
 * What the server took: median over the loads whose times count, without the link's queue where the recording knows that.
 * Null where no load has it.
 */
export function recordedThinkMs({ timings }: Exchange, { loads }: Recording): number | null {
  const counted = new Set(loads.filter(({ purpose }) => purpose === 'times').map(({ ordinal }) => ordinal))
  const waits = timings.flatMap((timing) => (counted.has(timing.load) ? (tookMs(timing) ?? []) : []))
  return median(waits) ?? null
}

/**
 * Ordinals of the recorded loads whose think times the rounds of a replay give in turn. None where only one has times
 * that count: it is every round's.
 */
export function loadsInTurn({ loads }: Pick<Recording, 'loads'>): number[] {
  const ordinals = loads.flatMap(({ purpose, failure, ordinal }) =>
    purpose === 'times' && failure === null ? ordinal : [],
  )
  return ordinals.length > 1 ? ordinals : []
}

/** What the server took in one load; where the exchange was not found in that, what it took in the others. */
export function thinkMsInLoad(exchange: Exchange, recording: Recording, load: number): number | null {
  const timing = exchange.timings.find((each) => each.load === load)
  return (timing && tookMs(timing)) ?? recordedThinkMs(exchange, recording)
}

function tookMs({ serverMs, thinkMs }: Exchange['timings'][number]): number | null {
  return serverMs ?? thinkMs
}
