/** Datagrams of a link's calibration: one line of JSON, padded to their size. */
export type EchoMessage =
  /** Asks to be counted and sent back, with `arrived`: how many of the session were there by then, itself among them. */
  | { readonly kind: 'echo'; readonly session: number; readonly sequence: number; readonly arrived?: number }
  /** Only to be counted. `sentMs` is of the machine's clock (`machineMs`). */
  | { readonly kind: 'data'; readonly session: number; readonly sequence: number; readonly sentMs: number }
  /** Asks how much of a session has arrived, `withinMs` of its first packet; comes back with `received`. */
  | {
      readonly kind: 'count'
      readonly session: number
      readonly withinMs: number | null
      readonly received?: Received
    }
  /** Asks for a burst of `data`. */
  | { readonly kind: 'burst'; readonly session: number; readonly burst: Burst }

/** Packets of a session that have arrived; bytes are those of its IP packets. */
export interface Received {
  readonly packets: number
  /** Runs of packets that are missing before one that arrived. */
  readonly gaps: number
  /** Packets that came after one that was sent later. */
  readonly overtaken: number
  /** Mbit/s of IP packets, of what followed the first; null where fewer than two have arrived. */
  readonly mbps: number | null
  /** Most packets that waited at the same time for the one before them to leave; null where their clock is not known. */
  readonly mostQueued: number | null
}

export interface Burst {
  readonly packets: number
  /** UDP payload. */
  readonly sizeBytes: number
  readonly mbps: number
}

/** IPv4 and UDP headers of a datagram. */
export const HEADER_BYTES = 28

export function writeEcho(message: EchoMessage, sizeBytes = 0): Buffer {
  const line = Buffer.from(`${JSON.stringify(message)}\n`)
  return sizeBytes <= line.length ? line : Buffer.concat([line, Buffer.alloc(sizeBytes - line.length)])
}

/** Returns null where it is not one of ours. */
export function readEcho(datagram: Buffer): EchoMessage | null {
  const end = datagram.indexOf('\n')
  if (end < 0 || datagram[0] !== '{'.charCodeAt(0)) return null
  return JSON.parse(datagram.toString('latin1', 0, end)) as EchoMessage
}

/** Size at the sockets of both ends: what comes while a process waits for a processor is not to be lost there. */
export const SOCKET_BUFFER_BYTES = 4_194_304

/** Milliseconds of the clock that all processes of a machine share. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Says how long a payload of that size takes at a rate, with its headers. */
export function packetMs(sizeBytes: number, mbps: number): number {
  return ((sizeBytes + HEADER_BYTES) * 8) / mbps / 1000
}
