import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/**
 * Counts of the collection for Prometheus: sums only, nothing of any record, and by the day. A count that grew with each
 * record would tell when it came to whoever reads the counts every few seconds (safety.md P5), so what happened on a day
 * is added when the day is over.
 */
export interface CollectionCounts {
  committed(records: number): void
  answered(outcome: 'counted' | 'already_counted' | 'key_reused', repeated: boolean): void
  watch(waiting: () => number): void
}

interface Answered {
  readonly outcome: string
  readonly repeated: string
}

/** Fewer records that wait for a commit are shown as none: one that waits tells that it came. */
const WAITING_STEP = 100

/** `today` is the day of UTC. */
export function collectionCounts(registry: Registry, today: () => string): CollectionCounts {
  const registers = [registry]
  let day = today()
  let answered = new Map<string, Answered & { times: number }>()
  let committed = new Map<number, number>()
  const publishPast = (): void => {
    if (today() === day) return
    day = today()
    for (const { outcome, repeated, times } of answered.values()) answers.inc({ outcome, repeated }, times)
    for (const [records, times] of committed)
      for (let count = 0; count < times; count += 1) commits.observe(records)
    answered = new Map()
    committed = new Map()
  }
  const answers = new Counter({
    name: 'towline_contributions_total',
    help: 'Records answered up to yesterday (UTC), by what became of them',
    labelNames: ['outcome', 'repeated'],
    registers,
    collect: publishPast,
  })
  const commits = new Histogram({
    name: 'towline_contributions_per_commit',
    help: 'Records written in one transaction, up to yesterday (UTC)',
    buckets: [1, 2, 5, 10, 20, 50],
    registers,
    collect: publishPast,
  })
  let waiting: () => number = () => 0
  new Gauge({
    name: 'towline_contributions_waiting',
    help: `Records that wait for a commit, in steps of ${WAITING_STEP}`,
    registers,
    collect() {
      this.set(Math.floor(waiting() / WAITING_STEP) * WAITING_STEP)
    },
  })
  return {
    committed(records) {
      publishPast()
      committed.set(records, (committed.get(records) ?? 0) + 1)
    },
    answered(outcome, repeated) {
      publishPast()
      const name = `${outcome} ${repeated}`
      const times = (answered.get(name)?.times ?? 0) + 1
      answered.set(name, { outcome, repeated: String(repeated), times })
    },
    watch(count) {
      waiting = count
    },
  }
}
