import { FILE_HEADER_BYTES, RECORD_HEADER_BYTES, readPcapHeader } from './pcap-header.ts'
import type { TsharkRow } from './tshark-row.ts'
import { udpDatagram } from './udp-datagram.ts'

const UDP_HEADER_BYTES = 8

/** Has, by `flowName` of the ports that a client moved to, the port that it opened its connection from. */
export type Migrations = ReadonlyMap<string, number>

/**
 * Finds the QUIC connections whose client went on from another port (RFC 9000, 9), as Chromium does when the path is
 * silent. tshark knows the client's packets by the server's connection IDs; those of the server, whose client has IDs of
 * length zero, it knows by the two ports alone.
 */
export function migrationsOf(rows: readonly TsharkRow[]): Migrations {
  const openedFrom = new Map<number, TsharkRow>()
  const migrations = new Map<string, number>()
  for (const row of rows) {
    const connection = row.udp?.connection ?? null
    if (connection === null) continue
    const opening = openedFrom.get(connection)
    if (opening === undefined) openedFrom.set(connection, row)
    else if (
      row.source === opening.source &&
      row.destination === opening.destination &&
      row.destinationPort === opening.destinationPort &&
      row.sourcePort !== opening.sourcePort
    )
      migrations.set(flowName(row.sourcePort, row.destinationPort), opening.sourcePort)
  }
  return migrations
}

/** A pcap file in which those connections keep the port that they were opened from. */
export function withoutMigrations(pcap: Uint8Array, migrations: Migrations): Uint8Array {
  const file = Buffer.from(pcap)
  const { littleEndian } = readPcapHeader(file)
  const readUInt32 = (offset: number): number =>
    littleEndian ? file.readUInt32LE(offset) : file.readUInt32BE(offset)
  const linkType = readUInt32(20) & 0xffff
  for (let recordAt = FILE_HEADER_BYTES; recordAt + RECORD_HEADER_BYTES <= file.length; ) {
    const packetAt = recordAt + RECORD_HEADER_BYTES
    const packet = file.subarray(packetAt, packetAt + readUInt32(recordAt + 8))
    const datagram = udpDatagram(packet, linkType)
    if (datagram !== null) {
      const { sourcePort, destinationPort, payloadAt } = datagram
      const udpAt = payloadAt - UDP_HEADER_BYTES
      const ofClient = migrations.get(flowName(sourcePort, destinationPort))
      const ofServer = migrations.get(flowName(destinationPort, sourcePort))
      // tshark does not check the sum of a datagram.
      if (ofClient !== undefined) packet.writeUInt16BE(ofClient, udpAt)
      else if (ofServer !== undefined) packet.writeUInt16BE(ofServer, udpAt + 2)
    }
    recordAt = packetAt + packet.length
  }
  return file
}

const flowName = (clientPort: number, serverPort: number): string => `${clientPort} ${serverPort}`
