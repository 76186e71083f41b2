import type { MetricName } from '../../model/metrics.ts'
import type { Metric } from './metric.ts'
import { traced, unknown } from './traced.ts'

/** Datagrams of UDP alone: segments of TCP are as offload joined them. */
export const datagramSizes: readonly Metric[] = [
  ofDatagrams('datagram_bytes_largest', 'QUIC: largest payload with response data', (sizes) =>
    Math.max(...sizes),
  ),
  ofDatagrams('datagram_bytes_mode', 'QUIC: most frequent payload with response data', (sizes) => {
    const counts = [...Map.groupBy(sizes, (bytes) => bytes)].map(([bytes, all]) => ({
      bytes,
      count: all.length,
    }))
    const most = Math.max(...counts.map(({ count }) => count))
    return Math.max(...counts.filter(({ count }) => count === most).map(({ bytes }) => bytes))
  }),
]

function ofDatagrams(name: MetricName, about: string, pick: (sizes: readonly number[]) => number): Metric {
  return traced(name, about, ({ connections, packets }) => {
    const sizes = packets.flatMap(({ up, response, connection, payloadBytes }) =>
      !up && response && connections[connection]?.transport === 'quic' ? payloadBytes : [],
    )
    return sizes.length === 0 ? unknown('no response came over QUIC') : pick(sizes)
  })
}
