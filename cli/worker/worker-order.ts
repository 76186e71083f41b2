import type { Part } from '../../crawler/survey/run/share.ts'
import type { RunOptions } from '../options/run-options.ts'

export interface WorkerFate {
  readonly pid: number
  readonly fate: 'ended' | 'crashed'
}

export interface WorkerOrder {
  /** Is null where the survey is still to be made or found. */
  readonly surveyId: number | null
  readonly part: Part
  /** Options of the first worker, which has read them; null for that worker itself. */
  readonly options: RunOptions | null
  /** Fates of the workers that have ended before this one was started. */
  readonly fates: readonly WorkerFate[]
}

/** The first worker knows its survey now, and how many workers are to share it. */
export interface SurveyMessage {
  readonly kind: 'survey'
  readonly surveyId: number
  readonly workers: number
  readonly options: RunOptions
}

/** A further worker has recorded so many sites, of which so many gave no answer; passed on to the first. */
interface RecordedMessage {
  readonly kind: 'recorded'
  readonly sites: number
  readonly failed: number
}

/** A worker that crashed had held so many sites, which are suspected now. */
interface SuspectsMessage {
  readonly kind: 'suspects'
  /** Id of the one that crashed. */
  readonly pid: number
  readonly sites: number
}

/** Says why a further worker ends before its time: the supervisor says it, once for all. */
interface FailedMessage {
  readonly kind: 'failed'
  readonly message: string
}

/** A worker's event loop turns. */
interface AwakeMessage {
  readonly kind: 'awake'
  /** Time of silence after which the worker hangs; null: it is not watched any more. */
  readonly silentMs: number | null
}

export interface MemoryMessage {
  readonly kind: 'memory'
  /** Resident, of this worker. */
  readonly bytes: number
  /** It ends, and another is to take its place; false: its next visits wait. */
  readonly isEnding: boolean
}

export type FromWorker =
  | SurveyMessage
  | RecordedMessage
  | SuspectsMessage
  | FailedMessage
  | AwakeMessage
  | MemoryMessage

interface AloneMessage {
  readonly kind: 'alone'
}

/** Tells every worker: another one has ended. */
interface EndedMessage extends WorkerFate {
  readonly kind: 'ended'
}

export type ToWorker = RecordedMessage | AloneMessage | EndedMessage

const VARIABLE = 'TOWLINE_WORKER'

/** mallopt(3): else each thread that allocates gets an arena of its own, and keeps what was once used in it. */
export const ARENAS = 'MALLOC_ARENA_MAX'

/** The order of this process; null where it is no worker. */
export function workerOrder(env: NodeJS.ProcessEnv): WorkerOrder | null {
  const text = env[VARIABLE]
  return text === undefined ? null : (JSON.parse(text) as WorkerOrder)
}

export function orderEnvironment(order: WorkerOrder): Record<string, string> {
  return { [VARIABLE]: JSON.stringify(order) }
}
