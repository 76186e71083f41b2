import type { DirectedRow } from '../../../../crawler/probe/packets/connection-marks.ts'
import type { StreamFrame, UdpRow } from '../../../../crawler/probe/packets/tshark-row.ts'

const UDP: UdpRow = {
  stream: 0,
  payloadBytes: 1200,
  connection: 0,
  headerForms: [0],
  longTypes: [],
  packetNumbers: [],
  streams: [],
  cryptos: [],
  decrypted: true,
  acknowledged: [],
}

export function quicRow(up: boolean, udp: Partial<UdpRow>): DirectedRow {
  const addresses = { source: '192.0.2.1', destination: '192.0.2.2', sourcePort: 443, destinationPort: 443 }
  const common = {
    atMs: 0,
    frameBytes: 1242,
    isCut: false,
    ipNumber: null,
    tcp: null,
    handshakes: [],
    alpn: [],
    keyShareGroups: [],
    certificateBytes: [],
    signatureSchemes: [],
  }
  return { ...addresses, ...common, up, udp: { ...UDP, ...udp } }
}

/** A packet with a short header. */
export function quicPacket(number: number, streams: readonly StreamFrame[], up: boolean): DirectedRow {
  return quicRow(up, { packetNumbers: [number], streams })
}
