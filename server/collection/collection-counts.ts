import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Counts of the collection for Prometheus: sums only, nothing of any record. */
export interface CollectionCounts {
  /** A commit of so many records. */
  committed(records: number): void
  /** A record was answered. */
  answered(outcome: 'counted' | 'already_counted' | 'key_reused', repeated: boolean): void
  /** Asked for each time the counts are shown. */
  watch(waiting: () => number): void
}

export function collectionCounts(registry: Registry): CollectionCounts {
  const registers = [registry]
  const answers = new Counter({
    name: 'towline_contributions_total',
    help: 'Records answered, by what became of them',
    labelNames: ['outcome', 'repeated'],
    registers,
  })
  const commits = new Histogram({
    name: 'towline_contributions_per_commit',
    help: 'Records written in one transaction',
    buckets: [1, 2, 5, 10, 20, 50],
    registers,
  })
  let waiting: () => number = () => 0
  new Gauge({
    name: 'towline_contributions_waiting',
    help: 'Records that wait for a commit',
    registers,
    collect() {
      this.set(waiting())
    },
  })
  return {
    committed: (records) => commits.observe(records),
    answered: (outcome, repeated) => answers.inc({ outcome, repeated: String(repeated) }),
    watch(of) {
      waiting = of
    },
  }
}
