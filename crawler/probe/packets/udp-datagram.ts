/** Link-layer headers (www.tcpdump.org/linktypes.html): where the EtherType stands, and the bytes before the packet. */
const LINKS: Readonly<Record<number, { readonly etherType: number; readonly bytes: number }>> = {
  // Ethernet, Linux cooked capture 1 and 2.
  1: { etherType: 12, bytes: 14 },
  113: { etherType: 14, bytes: 16 },
  276: { etherType: 0, bytes: 20 },
}
const IPV4 = 0x0800
const IPV6 = 0x86dd
const UDP = 17
const UDP_HEADER_BYTES = 8

export interface UdpDatagram {
  /** Position of the payload in the packet; it ends with the packet. */
  readonly payloadAt: number
  readonly sourcePort: number
  readonly destinationPort: number
  /** The ends of the flow, equal for both directions. */
  readonly flow: string
}

/**
 * Finds the UDP datagram that a captured packet holds, link-layer header included. Null for everything else: TCP, a link
 * type that is not known here, a fragment, a packet that the capture cut or the link padded.
 */
export function udpDatagram(packet: Buffer, linkType: number): UdpDatagram | null {
  const link = LINKS[linkType]
  if (link === undefined || packet.length < link.bytes + 20) return null
  const ip = packet.subarray(link.bytes)
  const etherType = packet.readUInt16BE(link.etherType)
  const found = etherType === IPV4 ? inIpv4(ip) : etherType === IPV6 ? inIpv6(ip) : null
  if (found === null || ip.length < found.udpAt + UDP_HEADER_BYTES) return null
  const { udpAt, source, destination } = found
  if (udpAt + ip.readUInt16BE(udpAt + 4) !== ip.length) return null
  const [sourcePort, destinationPort] = [ip.readUInt16BE(udpAt), ip.readUInt16BE(udpAt + 2)]
  const ends = [`${source} ${sourcePort}`, `${destination} ${destinationPort}`]
  const payloadAt = link.bytes + udpAt + UDP_HEADER_BYTES
  return { payloadAt, sourcePort, destinationPort, flow: ends.sort().join(' ') }
}

interface Found {
  readonly udpAt: number
  readonly source: string
  readonly destination: string
}

function inIpv4(ip: Buffer): Found | null {
  const isFragment = (ip.readUInt16BE(6) & 0x3fff) !== 0
  if (ip[9] !== UDP || isFragment) return null
  const udpAt = ((ip[0] ?? 0) & 0x0f) * 4
  return { udpAt, source: ip.toString('hex', 12, 16), destination: ip.toString('hex', 16, 20) }
}

function inIpv6(ip: Buffer): Found | null {
  if (ip[6] !== UDP) return null
  return { udpAt: 40, source: ip.toString('hex', 8, 24), destination: ip.toString('hex', 24, 40) }
}
