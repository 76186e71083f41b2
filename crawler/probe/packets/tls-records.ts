import type { DirectedRow } from './connection-marks.ts'

/** A TLS record and where it lies in the TCP stream of its direction; start included, end not. */
export interface TlsRecord {
  readonly start: number
  readonly end: number
  /** After decryption (RFC 8446, B.1): 22 handshake, 23 application data; null where it stayed encrypted. */
  readonly contentType: number | null
}

const RECORD_HEADER_BYTES = 5

/**
 * The records of one direction, those that end in each row together: tshark reports a record in the packet that
 * completes it. Records lie one behind the other from the first byte on, so their lengths say where each begins.
 */
export function placeRecords(rows: readonly DirectedRow[]): Map<DirectedRow, TlsRecord[]> {
  const placed = new Map<DirectedRow, TlsRecord[]>()
  // The first byte of data has the relative sequence number 1.
  let offset = 1
  for (const row of rows) {
    const { recordBytes = [], contentTypes = [] } = row.tcp ?? {}
    if (recordBytes.length === 0) continue
    // Types of records that stayed encrypted are missing, and with them which is whose.
    const known = contentTypes.length === recordBytes.length
    const records = recordBytes.map((bytes, index) => {
      const start = offset
      offset += RECORD_HEADER_BYTES + bytes
      return { start, end: offset, contentType: known ? (contentTypes[index] ?? null) : null }
    })
    placed.set(row, records)
  }
  return placed
}
