import { z } from 'zod'
import type { Arm } from '../contract/contract.ts'

const quicWindow = z.object({ initialWindowBytes: z.number(), datagramBytes: z.number().positive() })

/** Reads a campaign's link: what the lab's own server said, and what its connections began with. */
const servedLink = z.object({
  served: z.object({
    accepted: z.array(z.object({ client: z.string(), initialWindowPackets: z.number() })).default([]),
    quicAccepted: z.array(quicWindow).default([]),
    facts: z.object({ addresses: z.array(z.string()).default([]), quic: quicWindow.nullish() }).nullable(),
  }),
})

/**
 * Initial windows that the connections of an arm had, in packets, ascending, each once; null where the server did not
 * say. A connection whose handshake lost a packet begins with one packet (RFC 5681, 3.1), whatever is set.
 */
export function windowsReadBack(link: object | null, arm: Arm): readonly number[] | null {
  const { data } = servedLink.safeParse(link)
  if (data === undefined || arm === 'recorded') return null
  const { accepted, quicAccepted, facts } = data.served
  const packets = arm === 'h3' ? quicPackets() : tcpPackets()
  return packets.length === 0 ? null : [...new Set(packets)].sort((a, b) => a - b)

  function quicPackets(): number[] {
    // Older versions of the server say what they set, and not what its congestion control makes of it.
    const stated = facts?.quic == null ? [] : [facts.quic]
    return (quicAccepted.length > 0 ? quicAccepted : stated).map(
      ({ initialWindowBytes, datagramBytes }) => initialWindowBytes / datagramBytes,
    )
  }

  function tcpPackets(): number[] {
    // A server is tried before its use from its own addresses, which no emulated link leads to.
    return accepted
      .filter(({ client }) => !facts?.addresses.includes(client))
      .map(({ initialWindowPackets }) => initialWindowPackets)
  }
}
