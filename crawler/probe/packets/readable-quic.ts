import { FILE_HEADER_BYTES, RECORD_HEADER_BYTES, readPcapHeader } from './pcap-header.ts'
import { quicLongPacket } from './quic-long-packet.ts'
import { udpDatagram } from './udp-datagram.ts'

const WEB: ReadonlySet<number> = new Set([443])

/**
 * A pcap file in which tshark loses no QUIC connection. Of some datagrams fewer bytes are kept, as if the capture had cut
 * them; what their headers say of lengths, and that they were there, stays.
 *
 * - Zeros behind the last packet of a datagram, by which some servers fill it up (quiche): tshark takes them for one more
 *   packet, and where its random bits say that the keys have changed it can decrypt nothing more of that server.
 * - After a Retry (RFC 9000, 17.2.5): Initials that were under way to the connection ID of before, and further Retries,
 *   which answer those and are ignored by the client. tshark makes another connection of them, without keys.
 *
 * @param ports where servers speak QUIC
 * @throws Error where it is no pcap file
 */
export function readableQuic(pcap: Uint8Array, ports: ReadonlySet<number> = WEB): Uint8Array {
  const file = Buffer.from(pcap.buffer, pcap.byteOffset, pcap.byteLength)
  const { littleEndian } = readPcapHeader(file)
  if (file.length < FILE_HEADER_BYTES) return pcap
  const readUInt32 = (offset: number): number =>
    littleEndian ? file.readUInt32LE(offset) : file.readUInt32BE(offset)
  const linkType = readUInt32(20) & 0xffff
  const flows = new Map<string, Flow>()
  const parts: Buffer[] = [file.subarray(0, FILE_HEADER_BYTES)]
  for (let recordAt = FILE_HEADER_BYTES; recordAt + RECORD_HEADER_BYTES <= file.length; ) {
    const packetAt = recordAt + RECORD_HEADER_BYTES
    const bytes = readUInt32(recordAt + 8)
    const packet = file.subarray(packetAt, packetAt + bytes)
    const readable = readableBytes(packet, linkType, ports, flows)
    if (readable === bytes) parts.push(file.subarray(recordAt, packetAt + bytes))
    else {
      const header = Buffer.from(file.subarray(recordAt, packetAt))
      if (littleEndian) header.writeUInt32LE(readable, 8)
      else header.writeUInt32BE(readable, 8)
      parts.push(header, packet.subarray(0, readable))
    }
    recordAt = packetAt + bytes
  }
  return Buffer.concat(parts)
}

interface Flow {
  /** Destination of the client's first Initial: the server's connection ID until it names its own. */
  readonly firstId: string
  retried: boolean
}

function readableBytes(
  packet: Buffer,
  linkType: number,
  ports: ReadonlySet<number>,
  flows: Map<string, Flow>,
): number {
  const datagram = udpDatagram(packet, linkType)
  if (datagram === null || !(ports.has(datagram.sourcePort) || ports.has(datagram.destinationPort)))
    return packet.length
  const { payloadAt, destinationPort, flow: name } = datagram
  const payload = packet.subarray(payloadAt)
  const first = quicLongPacket(payload)
  if (first === null) return packet.length
  const flow = flows.get(name)
  if (ports.has(destinationPort) && first.type === 'initial') {
    // After a Retry every Initial of the client has a token (RFC 9000, 17.2.5.3): one without is from before, or another
    // connection between the same ports.
    if (flow?.retried && first.tokenBytes === 0 && first.destinationId === flow.firstId) return payloadAt
    if (flow === undefined || (flow.retried && first.tokenBytes === 0))
      flows.set(name, { firstId: first.destinationId, retried: false })
  } else if (first.type === 'retry' && flow !== undefined) {
    if (flow.retried) return payloadAt
    flow.retried = true
  }
  return packet.length - paddingBytes(payload)
}

/** Zeros behind the last packet with a long header: they are no packet, whose second bit is set (RFC 9000, 17.3). */
function paddingBytes(datagram: Buffer): number {
  let offset = 0
  for (
    let packet = quicLongPacket(datagram);
    packet !== null;
    packet = quicLongPacket(datagram.subarray(offset))
  )
    offset += packet.bytes
  const rest = datagram.subarray(offset)
  return offset > 0 && rest.every((byte) => byte === 0) ? rest.length : 0
}
