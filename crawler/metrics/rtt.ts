import type { MetricName } from '../../model/metrics.ts'
import type { PacketTrace } from '../../model/packet-trace.ts'
import { median } from '../../stats/median.ts'
import type { Metric } from './metric.ts'
import { traced, unknown } from './traced.ts'

/** Round trips to one server, milliseconds. */
export interface ServerRtt {
  readonly minMs: number
  readonly medianMs: number
  readonly maxMs: number
  /** Connections that gave one. */
  readonly samples: number
}

/**
 * Round trip of one connection: SYN to SYN/ACK, or the first Initial to the server's first packet; the time that the
 * server takes is part of it. Null where there was no answer, or the question was repeated before it, so that it cannot
 * be told which one was answered (RFC 6298, 3).
 */
export function connectionRttMs(trace: PacketTrace, connection: number): number | null {
  const own = trace.packets.filter((packet) => packet.connection === connection)
  const isTcp = trace.connections[connection]?.transport === 'tcp'
  const answered = own.findIndex(({ up, syn }) => !up && (syn || !isTcp))
  const [first, ...repeats] = own.slice(0, Math.max(answered, 0))
  const answer = own[answered]
  // A ClientHello may take several Initials, each of which is the first of its kind.
  if (!first || !answer || repeats.some(({ syn, retransmission }) => syn || retransmission !== false))
    return null
  return answer.atMs - first.atMs
}

/** Keyed by server address; servers without a sample are left out. */
export function rttByServer(trace: PacketTrace): Map<string, ServerRtt> {
  const samples = new Map<string, number[]>()
  for (const [index, { serverAddress }] of trace.connections.entries()) {
    const rttMs = connectionRttMs(trace, index)
    if (rttMs !== null) samples.set(serverAddress, [...(samples.get(serverAddress) ?? []), rttMs])
  }
  return new Map([...samples].map(([address, own]) => [address, summaryOf(own)]))
}

/** Taken over all connections of the page, each of which gives one sample. */
export const rttMinMs: Metric = rttMetric('rtt_min_ms', 'shortest', ({ minMs }) => minMs)
export const rttMedianMs: Metric = rttMetric('rtt_median_ms', 'median', ({ medianMs }) => medianMs)
export const rttMaxMs: Metric = rttMetric('rtt_max_ms', 'longest', ({ maxMs }) => maxMs)

function rttMetric(name: MetricName, which: string, pick: (rtt: ServerRtt) => number): Metric {
  return traced(name, `${which} round trip of the connections’ first packets`, (trace) => {
    const samples = trace.connections.flatMap((_, index) => connectionRttMs(trace, index) ?? [])
    return samples.length === 0 ? unknown('no connection gave a round trip') : pick(summaryOf(samples))
  })
}

function summaryOf(samples: readonly number[]): ServerRtt {
  const medianMs = median(samples) ?? Number.NaN
  return { minMs: Math.min(...samples), medianMs, maxMs: Math.max(...samples), samples: samples.length }
}
