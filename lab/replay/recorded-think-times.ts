import type { Exchange, ExchangeTiming } from '../../model/recording/exchange.ts'
import { FEW_UNDER_WAY } from '../../model/recording/few-under-way.ts'
import type { Recording } from '../../model/recording/recording.ts'
import type { LivePhases } from '../../model/recording/replay-facts.ts'
import { median } from '../../stats/median.ts'

/**
 * The server's time: median over the loads whose times count, without the link's queue where the recording knows that. Where
 * none of them shows it, as of a file that a 103 announced, that under HTTP/1.1 counts. Null where no load has it.
 *
 * @param isFew of a replay that has few requests under way to a host: what a queue may have added to the recorded load, which
 *   had many, is left out
 */
export function recordedThinkMs(
  exchange: Exchange,
  { loads }: Pick<Recording, 'loads'>,
  isFew = false,
): number | null {
  const waitsOf = (wanted: 'times' | 'http1'): number[] => {
    const counted = new Set(loads.filter(({ purpose }) => purpose === wanted).map(({ ordinal }) => ordinal))
    return exchange.timings.flatMap((timing) =>
      counted.has(timing.load) ? (tookMs(exchange, timing, isFew) ?? []) : [],
    )
  }
  return median(waitsOf('times')) ?? median(waitsOf('http1')) ?? null
}

/** Medians between request and first byte, and head and end, in the loads of a purpose that did not fail. */
export function livePhases(
  { timings }: Pick<Exchange, 'timings'>,
  { loads }: Pick<Recording, 'loads'>,
  purpose: 'times' | 'http1',
): LivePhases | null {
  const counted = loads.flatMap((load) =>
    load.purpose === purpose && load.failure === null ? load.ordinal : [],
  )
  const own = timings.filter(({ load }) => counted.includes(load))
  const waitedMs = median(own.flatMap(({ firstByteMs }) => firstByteMs ?? []))
  const receivedMs = median(own.flatMap(({ receiveMs }) => receiveMs ?? []))
  return waitedMs === undefined || receivedMs === undefined ? null : { waitedMs, receivedMs }
}

/**
 * Ordinals of the recorded loads whose think times the rounds of a replay give in turn. None where only one has times
 * that count: it is every round's.
 */
function loadsInTurn({ loads }: Pick<Recording, 'loads'>): number[] {
  const ordinals = loads.flatMap(({ purpose, failure, ordinal }) =>
    purpose === 'times' && failure === null ? ordinal : [],
  )
  return ordinals.length > 1 ? ordinals : []
}

export interface ThinkTurn {
  /** Ordinal of the recorded load; null: the median of all. */
  readonly load: number | null
  /** Serves loads that have few requests under way to a host, as under HTTP/1.1. */
  readonly isFew: boolean
}

/** All that the loads of a replay get: each recorded load, and each once more for loads of few requests where that differs. */
export function thinkTurns(recording: Pick<Recording, 'loads' | 'exchanges'>): ThinkTurn[] {
  const own = loadsInTurn(recording)
  const loads = own.length === 0 ? [null] : own
  const isBounded = recording.exchanges.some(({ bound }) => bound != null)
  return (isBounded ? [false, true] : [false]).flatMap((isFew) => loads.map((load) => ({ load, isFew })))
}

/** The server's time in a turn; where the exchange was not found in its load, what it took in the others. */
export function thinkMsInTurn(
  exchange: Exchange,
  recording: Pick<Recording, 'loads'>,
  { load, isFew }: ThinkTurn,
): number | null {
  const timing = exchange.timings.find((each) => each.load === load)
  return (timing && tookMs(exchange, timing, isFew)) ?? recordedThinkMs(exchange, recording, isFew)
}

/** Subtracts what the link's queue added, and of many requests to one host without what may be queue of anything else. */
function tookMs({ bound }: Exchange, timing: ExchangeTiming, isFew: boolean): number | null {
  const ms = timing.serverMs ?? timing.thinkMs
  const isBounded = isFew && bound != null && (timing.underWay ?? 0) > FEW_UNDER_WAY
  return isBounded && ms !== null ? Math.min(ms, bound.ms) : ms
}
