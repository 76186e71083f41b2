import type { MetricName } from '../../model/metrics.ts'
import type { PacketTrace, TracedPacket } from '../../model/packet-trace.ts'
import type { Measured, Metric } from './metric.ts'

/** A metric of the packet trace: null with the reason where there is none, and with a note where packets are missing. */
export function traced(
  name: MetricName,
  about: string,
  compute: (trace: PacketTrace) => number | Measured,
): Metric {
  return {
    name,
    about,
    compute: ({ packets }) => {
      if (!packets) return unknown('no complete capture of its packets')
      const found = compute(packets)
      const measured = typeof found === 'number' ? { value: found, note: null } : found
      const drops = packets.captureDrops ?? 0
      return drops > 0
        ? { ...measured, note: join(measured.note, `the capture lost ${drops} packets`) }
        : measured
    },
  }
}

export function unknown(reason: string): Measured {
  return { value: null, note: reason }
}

/** The packet with the first request of the page; else why there is none. */
export function firstRequest(trace: PacketTrace): TracedPacket | string {
  // One that cannot be read may have been earlier than the first that can.
  if (!trace.decrypted) return 'the keys of a connection are missing'
  return trace.packets.find(({ request }) => request) ?? 'no request was captured'
}

function join(note: string | null, more: string): string {
  return note === null ? more : `${note}; ${more}`
}
