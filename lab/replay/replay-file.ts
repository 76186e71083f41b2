import type { Ending } from './failed-exchange.ts'

/**
 * File below the folder that the server was started in: the place in `thinkMsByLoad` of the think times that loads get from now
 * on. The server reads it when a load begins.
 */
export const LOAD_FILE = 'replay-load'

/** Holds what the lab's server replays, JSON; program/src/replay.rs reads it and knows no other key. */
export interface ReplayFile {
  /** The first request of a load. */
  readonly page: string
  /** Folder of the bodies. */
  readonly bodies: string
  /** `LOAD_FILE`; not there: all loads get `thinkMs`. */
  readonly loadFile?: string
  /** Sorted by when they were asked for. */
  readonly answers: readonly ReplayAnswer[]
}

export interface ReplayAnswer {
  /** That of the recorded exchange. */
  readonly id: number
  readonly method: string
  readonly url: string
  /** Is null where the request had no body, or its hash is unknown. */
  readonly requestBodySha256: string | null
  /** The request's `Range`. */
  readonly range: string | null
  /** Is null where no response came. */
  readonly status: number | null
  readonly headers: readonly (readonly [string, string])[]
  /** Its file; null: there is none. */
  readonly body: string | null
  readonly thinkMs: number
  /** Think times by turn (`thinkTurns`), in place of `thinkMs` where `loadFile` names one. */
  readonly thinkMsByLoad?: readonly number[]
  /** The 103 before it (RFC 8297). */
  readonly hints?: {
    readonly headers: readonly (readonly [string, string])[]
    readonly waitMs: number
  }
  /** Waits within the body: bytes before, milliseconds. */
  readonly pauses?: readonly (readonly [number, number])[]
  readonly ending: Ending
  /** Parameters of the query whose values differ from load to load. */
  readonly volatile?: readonly string[]
}
