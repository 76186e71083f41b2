import type { MetricName } from '../../model/metrics.ts'
import type { UdpCounts } from '../../model/packet-trace.ts'
import type { Metric } from './metric.ts'
import { unknown } from './traced.ts'

/** Reads the counters of the router: which packets the capture missed makes no difference. */
export const udpPacketsPassed = counted('udp_packets_passed', 'passed', 'packets of UDP that a path let pass')
export const udpPacketsStopped = counted(
  'udp_packets_stopped',
  'stopped',
  'packets of UDP that a path stopped',
)

function counted(name: MetricName, field: keyof UdpCounts, about: string): Metric {
  return {
    name,
    about,
    compute: ({ packets }) => packets?.udp?.[field] ?? unknown('nothing on the way stops UDP'),
  }
}
