import type { Priority } from '../../har/priority.ts'
import type { RenderBlocking } from '../../har/render-blocking.ts'
import type { ResourceType } from '../../har/resource-type.ts'
import { armLabel } from './arm.ts'
import type { HarPhases } from './phase.ts'

/** A request as it is drawn; null for what is not known of it. */
export interface WaterfallRequest {
  /** Time since time zero. */
  readonly startMs: number
  readonly durationMs: number
  readonly url: string
  readonly method: string | null
  /** 0: no response. */
  readonly status: number
  readonly error: string | null
  readonly protocol: string | null
  readonly type: ResourceType | null
  readonly sizeBytes: number | null
  /** Id of its transport connection; null: none, or not known. */
  readonly connection: string | null
  /** Is null where it is not known. */
  readonly fromCache: boolean | null
  readonly initialPriority: Priority | null
  /** The last one that the browser gave it. */
  readonly priority: Priority | null
  readonly renderBlocking: RenderBlocking | null
  /** URL of what asked for it. */
  readonly initiator: string | null
  readonly phases: HarPhases
}

/** Moments since time zero; null where the load had none. */
interface WaterfallMarks {
  readonly TTFB: number | null
  readonly FCP: number | null
  readonly LCP: number | null
  readonly load: number | null
}

export interface WaterfallLoad {
  readonly arm: string
  /** Tells apart loads of one arm; null: the arm's name does. */
  readonly label: string | null
  /** Says which load it is: `median of 15 by page load time, round 7`. */
  readonly which: string
  readonly marks: WaterfallMarks
  readonly requests: readonly WaterfallRequest[]
}

/** A request of a load with its place in the order of their starts. */
export interface NumberedRequest extends WaterfallRequest {
  /** Counted from 1. */
  readonly number: number
  /** Requests of the load. */
  readonly total: number
  readonly load: WaterfallLoad
}

export function loadName({ label, arm }: WaterfallLoad): string {
  return label ?? armLabel(arm)
}

export function numberedRequests(load: WaterfallLoad): readonly NumberedRequest[] {
  const total = load.requests.length
  return load.requests.map((request, i) => ({ ...request, number: i + 1, total, load }))
}

export function isFailed({ status }: WaterfallRequest): boolean {
  return status === 0 || status >= 400
}

export function endMs({ startMs, durationMs }: WaterfallRequest): number {
  return startMs + durationMs
}

/** The marks that a load has, with their names. */
export function markTimes(load: WaterfallLoad): readonly (readonly [string, number])[] {
  return Object.entries(load.marks).flatMap(([name, ms]) => (ms === null ? [] : [[name, ms] as const]))
}

/** Returns when the last request and the last mark were over; 1 at least, for a scale. */
export function lastMs(loads: readonly WaterfallLoad[]): number {
  let last = 1
  for (const load of loads) {
    for (const request of load.requests) last = Math.max(last, endMs(request))
    for (const [, ms] of markTimes(load)) last = Math.max(last, ms)
  }
  return last
}
