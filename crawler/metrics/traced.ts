import type { MetricName } from '../../model/metrics.ts'
import type { PacketTrace, TracedPacket } from '../../model/packet-trace.ts'
import type { Measured, Metric } from './metric.ts'

/** A metric of the packet trace: null with the reason where there is none, or where a part of it was lost or not read. */
export function traced(
  name: MetricName,
  about: string,
  compute: (trace: PacketTrace) => number | Measured,
): Metric {
  return {
    name,
    about,
    compute: ({ packets, connections }) => {
      if (!packets) return unknown('no complete capture of its packets')
      const { captureDrops, decrypted, readableShare } = packets
      // Older traces missed packets of a QUIC connection that changed its port, and took what was cut for absent.
      if (readableShare === undefined)
        return unknown('the trace is of a version that did not say what was read')
      if (captureDrops !== null && captureDrops > 0)
        return unknown(`the capture lost ${captureDrops} packets`)
      if (!decrypted) return unknown(notRead(readableShare ?? 0))
      // A page from the cache takes no packet; one that came by a connection does.
      if (packets.packets.length === 0 && (connections?.length ?? 0) > 0)
        return unknown('none of its packets was captured')
      const found = compute(packets)
      const measured = typeof found === 'number' ? { value: found, note: null } : found
      return captureDrops === null
        ? { ...measured, note: join(measured.note, 'whether the capture lost packets is not known') }
        : measured
    },
  }
}

export function unknown(reason: string): Measured {
  return { value: null, note: reason }
}

function notRead(share: number): string {
  return `${((1 - share) * 100).toPrecision(2)} % of the bytes could not be read: no keys, or not captured whole`
}

/** The packet with the first request of the page; else why there is none. */
export function firstRequest(trace: PacketTrace): TracedPacket | string {
  return trace.packets.find(({ request }) => request) ?? 'no request was captured'
}

function join(note: string | null, more: string): string {
  return note === null ? more : `${note}; ${more}`
}
