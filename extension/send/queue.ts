import { utcDay } from '../../model/utc-day.ts'
import type { ContributionState, HandledRecord, Outcome, QueuedRecord } from '../store/contribution-state.ts'

/** Bounds of the queue (safety.md EXT-8). */
export const MOST_QUEUED = 500
const LONGEST_QUEUED_MS = 7 * 86_400_000
export const LARGEST_QUEUE_BYTES = 256 * 1024
const MOST_HISTORY = 500

/** The state with one more record to send; where that is too much, the oldest give way. */
export function enqueue(state: ContributionState, added: QueuedRecord): ContributionState {
  return bounded({ ...state, queue: [...state.queue, added] }, added.queuedMs)
}

/** Takes out what is too old to be of use, and the oldest until all bounds hold. Both go to the history as expired. */
export function bounded(state: ContributionState, nowMs: number): ContributionState {
  const fresh = state.queue.filter(({ queuedMs }) => nowMs - queuedMs < LONGEST_QUEUED_MS)
  const sizes = fresh.map((item) => new TextEncoder().encode(JSON.stringify(item)).length)
  let bytes = sizes.reduce((sum, size) => sum + size, 0)
  let first = Math.max(0, fresh.length - MOST_QUEUED)
  for (const size of sizes.slice(0, first)) bytes -= size
  while (bytes > LARGEST_QUEUE_BYTES) bytes -= sizes[first++] ?? bytes
  const queue = fresh.slice(first)
  if (queue.length === state.queue.length) return state
  const expired = state.queue.filter((item) => !queue.includes(item))
  return withHistory({ ...state, queue }, expired, 'expired', nowMs)
}

/** Takes a record out of the queue, with what has come of it. */
export function settle(
  state: ContributionState,
  key: string,
  outcome: Outcome,
  nowMs: number,
): ContributionState {
  const done = state.queue.filter(({ record }) => record.key === key)
  const queue = state.queue.filter(({ record }) => record.key !== key)
  return withHistory({ ...state, queue }, done, outcome, nowMs)
}

/** There is a record of this pseudonym, protocol and day already: a second one would not be counted. */
export function hasLike(
  { queue, history }: ContributionState,
  { cid, proto, day }: { readonly cid: string; readonly proto: string; readonly day: string },
): boolean {
  return [...queue, ...history].some(
    ({ record }) => record.cid === cid && record.proto === proto && record.day === day,
  )
}

function withHistory(
  state: ContributionState,
  items: readonly QueuedRecord[],
  outcome: Outcome,
  nowMs: number,
): ContributionState {
  const handled = items.map(
    ({ record, domain }): HandledRecord => ({ record, domain, outcome, day: utcDay(nowMs) }),
  )
  return { ...state, history: [...state.history, ...handled].slice(-MOST_HISTORY) }
}
