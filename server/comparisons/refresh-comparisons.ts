import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  type ComparisonKey,
  type NewComparison,
  staleComparisons,
  storeComparisons,
} from '../../db/campaign/comparisons.ts'
import type { Database } from '../../db/connection/database.ts'
import { METRIC_NAMES, METRICS } from '../contract/contract.ts'
import type { ComparisonSource, MadeComparison } from './comparison-source.ts'
import type { ComparisonThread } from './comparison-thread.ts'

export interface RefreshOptions {
  readonly source: ComparisonSource
  readonly thread: ComparisonThread
  /** Read-only: what is stale is read here. */
  readonly db: Database
  /** Null where the database may not be written to: then only what was asked for is made, and held in memory. */
  readonly writer: Database | null
  readonly log: Logger
  /** Wall time, ISO 8601. */
  readonly now: () => string
  readonly signal: AbortSignal
  /** Between two looks for what is stale, milliseconds. Default 30,000. */
  readonly everyMs?: number
}

/** Times of a whole load: those that a page offers first. */
const REFRESHED = METRIC_NAMES.filter((name) => 'main' in METRICS[name])

const BATCH = 20

/** Rounds after which a batch is stored before its end: some seconds of work. */
const ROUNDS_A_BATCH = 100_000

/**
 * Makes comparisons in the background until the signal stops it: first those that a request waits for, then those
 * whose series have changed since they were stored. A failure is logged, and tried again at the next look.
 */
export async function refreshComparisons(options: RefreshOptions): Promise<void> {
  const { source, db, writer, log, signal, everyMs = 30_000 } = options
  const asked = new Map<string, ComparisonKey>()
  let wake = new AbortController()
  source.onPending = (keys) => {
    for (const key of keys) asked.set(JSON.stringify(key), key)
    wake.abort()
  }
  while (!signal.aborted) {
    try {
      const keys = [...asked.values()].slice(0, BATCH)
      for (const key of keys) asked.delete(JSON.stringify(key))
      const batch = keys.length > 0 || writer === null ? keys : await staleComparisons(db, REFRESHED, BATCH)
      const { tried, made } = await makeAll(batch, options)
      for (const key of keys.slice(tried)) asked.set(JSON.stringify(key), key)
      if (made > 0) continue
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, 'comparisons could not be refreshed')
    }
    wake = new AbortController()
    if (asked.size > 0) continue
    await sleep(everyMs, undefined, { signal: AbortSignal.any([signal, wake.signal]), ref: false }).catch(
      () => {
        // Woken up, or stopped: the loop looks which.
      },
    )
  }
}

/** Resolves to how many of the keys were looked at, and how many comparisons came of them. */
async function makeAll(
  keys: readonly ComparisonKey[],
  options: RefreshOptions,
): Promise<{ readonly tried: number; readonly made: number }> {
  const { source, thread, writer, now, signal } = options
  const made: MadeComparison[] = []
  let tried = 0
  let rounds = 0
  for (const key of keys) {
    if (signal.aborted || rounds > ROUNDS_A_BATCH) break
    const one = await source.make(key, thread)
    tried += 1
    if (one === null) continue
    made.push(one)
    rounds += one.result.n
  }
  if (writer !== null && !signal.aborted)
    await storeComparisons(
      writer,
      made.map((one) => storedAs(one, now())),
    )
  return { tried, made: made.length }
}

function storedAs({ key, result, ...revisions }: MadeComparison, computedAt: string): NewComparison {
  return { ...key, ...revisions, rounds: result.n, result, computedAt }
}
