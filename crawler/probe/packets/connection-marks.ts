import type { TracedConnection, TracedExchange, TracedPacket } from '../../../model/packet-trace.ts'
import type { TsharkRow } from './tshark-row.ts'

/** A packet of a connection carries these, besides what its headers say. */
export interface PacketMarks {
  readonly request: boolean
  readonly response: boolean
  readonly finished: boolean
  readonly retransmission: boolean | null
  readonly lostBefore?: number
  readonly parts?: TracedPacket['parts'] & {}
  readonly ack?: true
}

/** The capture holds, and the keys open, so much of a connection, in bytes of payload. */
export interface ReadableBytes {
  readonly total: number
  readonly read: number
}

/** Says what the packets of a connection are, one entry each, and what follows from them for the connection. */
export interface ConnectionMarks {
  readonly packets: readonly PacketMarks[]
  readonly protocol: TracedConnection['protocol']
  readonly segmentBytes: number | null
  readonly readable: ReadableBytes
  readonly requests: number
  readonly requestHeaderBytes: number | null
  readonly exchanges?: readonly TracedExchange[]
  readonly serverEncoderBytes?: number
}

export interface DirectedRow extends TsharkRow {
  readonly up: boolean
}
