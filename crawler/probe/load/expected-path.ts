import { packetsBeforeDrop } from '../../../model/udp-path.ts'
import type { ExpectationRule } from './expectation.ts'

/** A loss of 5 % spares all of so many packets once in 28,000 times. */
const MANY_PACKETS = 200

/** Whether the router stopped the UDP that it was to stop, and the browser got nothing by HTTP/3 where nothing passed. */
export const expectedPath: ExpectationRule = ({ udp }, { artifacts: { packets }, metric }) => {
  if (udp === undefined) return null
  const wrong = (detail: string) => ({ reason: 'wrong_path' as const, detail })
  const passed = metric('udp_packets_passed')
  const stopped = metric('udp_packets_stopped')
  if (packets === null || passed === null || stopped === null)
    return wrong('what the router stopped is unknown')
  const before = packetsBeforeDrop(udp)
  if (udp === 'throttled')
    return passed + stopped >= MANY_PACKETS && stopped === 0
      ? wrong(`all ${passed} packets of UDP passed`)
      : null
  if (before !== null) {
    const longest = Math.max(0, ...flowLengths(packets))
    return longest > before && stopped === 0 ? wrong(`a flow of ${longest} packets of UDP passed`) : null
  }
  if (passed > 0) return wrong(`${passed} packets of UDP passed`)
  const sent = flowLengths(packets).reduce((sum, length) => sum + length, 0)
  if (sent > 0 && stopped === 0) return wrong(`of ${sent} packets of UDP none was stopped`)
  const share = metric('share_h3') ?? 0
  return share > 0 ? wrong(`a share of ${share} came by HTTP/3`) : null
}

/** Packets of each connection of QUIC, as the client saw them. */
function flowLengths({
  connections,
  packets,
}: NonNullable<Parameters<ExpectationRule>[1]['artifacts']['packets']>): number[] {
  return connections.flatMap(({ transport }, index) =>
    transport === 'quic' ? packets.filter(({ connection }) => connection === index).length : [],
  )
}
