/** The lab's server's word on an answer: its rung, and its exchange; of a miss the one that comes nearest. */
export const REPLAY_FIELD = 'towline-replay'
/** Time that it held a recorded answer back, by its own clock, milliseconds. */
export const WAITED_FIELD = 'towline-waited'

/** Names how an answer was found, in the words of the lab's server (program/src/ladder.rs), from the most alike on. */
export const RUNGS = ['url', 'query', 'path', 'body', 'preflight'] as const
export type Rung = (typeof RUNGS)[number]

/** The part of a recording that decides how faithful a load of its replay was. Every replayed load's HAR holds it. */
export interface ReplayFacts {
  /** Answers that the replay can give. */
  readonly answers: readonly RecordedAnswer[]
  /** URLs whose request got no answer, or not all of it, when it was recorded; without fragment. */
  readonly unanswered: readonly string[]
  /** Downlink of the link that it is replayed over; null or not there: unlimited, or unknown. */
  readonly linkMbps?: number | null
  /** Ordinal of the recorded load whose think times it got; not there: it got their medians. */
  readonly load?: number
}

export interface LivePhases {
  /** Time from the request to the first byte of its response. */
  readonly waitedMs: number
  /** Time from the response's head to its last byte. */
  readonly receivedMs: number
}

export interface RecordedAnswer {
  /** Number of its exchange. */
  readonly id: number
  /** The replay's server's wait in this load; null: no recorded load whose times count has it. */
  readonly thinkMs: number | null
  /** The recorded phases, median over loads; not there where no load shows both, and in older samples. */
  readonly live?: LivePhases
  /** Size as stored. */
  readonly bodyBytes: number
}
