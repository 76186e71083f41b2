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
import type { ComparisonSource, ComputedComparison } from './comparison-source.ts'
import type { ComparisonThread } from './comparison-thread.ts'

interface RefreshOptions {
  readonly source: ComparisonSource
  readonly thread: ComparisonThread
  /** Read-only: what is stale is read here. */
  readonly db: Database
  /** Is null where the database may not be written to: then only what was asked for is made, and held in memory. */
  readonly writer: Database | null
  readonly log: Logger
  readonly now: () => string
  readonly signal: AbortSignal
  /** Time between two looks for what is stale, milliseconds. Default 30,000. */
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
  const requested = new Map<string, ComparisonKey>()
  let wake = new AbortController()
  source.onPending = (keys) => {
    for (const key of keys) requested.set(JSON.stringify(key), key)
    wake.abort()
  }
  while (!signal.aborted) {
    try {
      const keys = [...requested.values()].slice(0, BATCH)
      for (const key of keys) requested.delete(JSON.stringify(key))
      const batch = keys.length > 0 || writer === null ? keys : await staleComparisons(db, REFRESHED, BATCH)
      const { tried, computed } = await computeAll(batch, options)
      for (const key of keys.slice(tried)) requested.set(JSON.stringify(key), key)
      if (computed > 0) continue
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, 'comparisons could not be refreshed')
    }
    wake = new AbortController()
    if (requested.size > 0) continue
    await sleep(everyMs, undefined, { signal: AbortSignal.any([signal, wake.signal]), ref: false }).catch(
      () => {
        // Woken up, or stopped: the loop looks which.
      },
    )
  }
}

/** Resolves to how many of the keys were looked at, and how many comparisons came of them. */
async function computeAll(
  keys: readonly ComparisonKey[],
  options: RefreshOptions,
): Promise<{ readonly tried: number; readonly computed: number }> {
  const { source, thread, writer, now, signal } = options
  const computed: ComputedComparison[] = []
  let tried = 0
  let rounds = 0
  for (const key of keys) {
    if (signal.aborted || rounds > ROUNDS_A_BATCH) break
    const comparison = await source.compute(key, thread)
    tried += 1
    if (comparison === null) continue
    computed.push(comparison)
    rounds += comparison.result.n
  }
  if (writer !== null && !signal.aborted)
    await storeComparisons(
      writer,
      computed.map((comparison) => storedAs(comparison, now())),
    )
  return { tried, computed: computed.length }
}

function storedAs({ key, result, ...revisions }: ComputedComparison, computedAt: string): NewComparison {
  return { ...key, ...revisions, rounds: result.n, result, computedAt }
}
