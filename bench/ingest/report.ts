import type { Machine } from '../harness/machine.ts'
import { spread } from '../harness/spread.ts'
import type { IngestPhase, IngestResult, Round } from './ingest.ts'

/** What the server must keep to in every round. */
export const INGEST_LIMITS = { perS: 2_000, p99Ms: 100 } as const

/** A line a phase of each round, and a verdict, for people. */
export function ingestReport({ rounds, sync }: IngestResult, on: Machine): string {
  const rates = spread(rounds.map(({ atMost }) => atMost.perS))
  const slowest = spread(rounds.map(({ atHalf }) => atHalf.latencies.p99Ms))
  const { perS, p99Ms } = INGEST_LIMITS
  const lost = rounds.reduce((sum, { acknowledged, stored }) => sum + acknowledged - stored, 0)
  return [
    `${on.cores} cores, ${on.cpuModel}, node ${on.node}; a sync of the disk takes ${sync.p50Ms.toFixed(1)} ms (p99 ${sync.p99Ms.toFixed(1)} ms, n = ${sync.n})`,
    `${'round'.padEnd(7)}${'load'.padEnd(14)}${['records/s', 'n', 'refused', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'].map((text) => text.padStart(10)).join('')}`,
    ...rounds.flatMap(({ atMost, atHalf }, index) => [
      line(index, 'all it takes', atMost),
      line(index, 'half of that', atHalf),
    ]),
    `accepted, durable: median ${rates.median.toFixed(0)}/s, lowest ${rates.min.toFixed(0)}/s (${rates.min >= perS ? 'kept' : 'MISSED'}: at least ${perS}/s)`,
    `p99 at half of it: median ${slowest.median.toFixed(1)} ms, highest ${slowest.max.toFixed(1)} ms (${slowest.max < p99Ms ? 'kept' : 'MISSED'}: under ${p99Ms} ms)`,
    `acknowledged and not there after kill -9: ${lost} of ${total(rounds)}; integrity_check: ${[...new Set(rounds.map(({ integrity }) => integrity))].join(', ')}`,
    `largest memory of the server: ${memory(rounds)}`,
  ].join('\n')
}

function line(index: number, load: string, { perS, latencies, refused }: IngestPhase): string {
  const { n, p50Ms, p95Ms, p99Ms, maxMs } = latencies
  const numbers = [perS.toFixed(0), String(n), String(refused)]
  const times = [p50Ms, p95Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1))
  return `${String(index + 1).padEnd(7)}${load.padEnd(14)}${[...numbers, ...times].map((text) => text.padStart(10)).join('')}`
}

function total(rounds: readonly Round[]): string {
  return rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0).toLocaleString('en-US')
}

function memory(rounds: readonly Round[]): string {
  const peaks = rounds.flatMap(({ peakMiB }) => (peakMiB === null ? [] : [peakMiB]))
  return peaks.length === 0 ? 'unknown' : `${Math.max(...peaks).toFixed(0)} MiB`
}
