/**
 * Says what a link does to packets. Loss comes first in each direction, then delay, then the rate with its queue. All of it is
 * read back by `calibrate`.
 */
export interface LinkCondition {
  /** Added round-trip time, milliseconds; half of it in each direction. */
  readonly rttMs: number
  /**
   * Milliseconds by which the delay of a direction varies: it is drawn evenly from `rttMs / 2 ± jitterMs`. At most half
   * of `rttMs`; 0: none. Packets keep their order: one that would overtake waits for the one before it. netem draws for
   * each packet, rattan for each span of `2 * jitterMs`, so that packets further apart than that are treated alike.
   */
  readonly jitterMs: number
  /** Rate of each direction, Mbit/s of IP packets; null: unlimited, or given by a trace. */
  readonly downMbps: number | null
  readonly upMbps: number | null
  readonly lossDown: Loss
  readonly lossUp: Loss
  /** Packets that wait at the bottleneck before the next is dropped, in each direction; without a rate none wait. */
  readonly queuePackets: number
  /**
   * File of delivery opportunities in place of a constant rate, as mahimahi records them: each line is a time in whole
   * milliseconds at which 1,500 bytes may leave; the last is the length of the trace, which then starts anew. Null: none.
   */
  readonly downTrace: string | null
  readonly upTrace: string | null
}

/** Share of packets that are lost, each for itself, 0 to 1; or bursts. */
export type Loss = number | GilbertElliott

/**
 * Loss in bursts: a state that may change after each packet, and a share lost in each state; all 0 to 1. Gilbert 1960,
 * Elliott 1963.
 */
export interface GilbertElliott {
  readonly goodToBad: number
  readonly badToGood: number
  readonly lossInGood: number
  readonly lossInBad: number
}

/** A link that is in place between two namespaces. It goes when disposed of. */
export interface Link extends AsyncDisposable {
  /** `netem`: the kernel's; `rattan`: in user space. */
  readonly backend: Backend
  readonly backendVersion: string
  readonly condition: LinkCondition
}

export type Backend = 'netem' | 'rattan'

export const DIRECTIONS = ['down', 'up'] as const
export type Direction = (typeof DIRECTIONS)[number]

export function directed(condition: LinkCondition, direction: Direction) {
  return direction === 'down'
    ? { mbps: condition.downMbps, loss: condition.lossDown, trace: condition.downTrace }
    : { mbps: condition.upMbps, loss: condition.lossUp, trace: condition.upTrace }
}
