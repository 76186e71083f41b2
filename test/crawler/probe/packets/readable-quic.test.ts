import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PcapStream } from '../../../../crawler/probe/packets/pcap-stream.ts'
import { readableQuic } from '../../../../crawler/probe/packets/readable-quic.ts'
import { pcapFile, pcapRecord } from './pcap-file.ts'

const HEADERS_BYTES = 14 + 20 + 8
const CLIENT = { address: [192, 0, 2, 1], port: 40_000 }
const SERVER = { address: [192, 0, 2, 2], port: 443 }

/** An Ethernet frame with a UDP datagram over IPv4. */
function frame(fromClient: boolean, payload: Buffer, port = SERVER.port): Buffer {
  const server = { ...SERVER, port }
  const [from, to] = fromClient ? [CLIENT, server] : [server, CLIENT]
  const headers = Buffer.alloc(HEADERS_BYTES)
  headers.writeUInt16BE(0x0800, 12)
  headers.set([0x45, 0, 0, 0, 0, 0, 0, 0, 64, 17, 0, 0, ...from.address, ...to.address], 14)
  headers.writeUInt16BE(20 + 8 + payload.length, 16)
  headers.writeUInt16BE(from.port, 34)
  headers.writeUInt16BE(to.port, 36)
  headers.writeUInt16BE(8 + payload.length, 38)
  return Buffer.concat([headers, payload])
}

const ids = (destination: string): number[] => [destination.length, ...Buffer.from(destination), 0]
/** Initial (with its token), Handshake and Retry of version 1, RFC 9000, 17.2. */
const initial = (to: string, token = '', bytes = 50): Buffer =>
  Buffer.from([
    0xc0,
    0,
    0,
    0,
    1,
    ...ids(to),
    token.length,
    ...Buffer.from(token),
    bytes,
    ...Array(bytes).fill(7),
  ])
const handshake = (to: string): Buffer => Buffer.from([0xe0, 0, 0, 0, 1, ...ids(to), 3, 9, 9, 9])
const retry = (): Buffer => Buffer.from([0xf0, 0, 0, 0, 1, ...ids(''), ...Array(40).fill(0)])

/** Bytes that are left of each UDP payload, of those that the frames had. */
function keptOf(frames: readonly Buffer[], ports?: ReadonlySet<number>): string[] {
  const pcap = pcapFile(frames.map((each, index) => pcapRecord(index, 0, each)))
  const records = new PcapStream().push(Buffer.from(readableQuic(pcap, ports)))
  return records.map(({ bytes }, index) => {
    const lengths = Buffer.from(bytes)
    assert.equal(lengths.readUInt32LE(12), frames[index]?.length, 'the length on the wire stays')
    assert.deepEqual(
      lengths.subarray(16),
      frames[index]?.subarray(0, bytes.length - 16),
      'and so do the bytes',
    )
    return `${bytes.length - 16 - HEADERS_BYTES} of ${(frames[index]?.length ?? 0) - HEADERS_BYTES}`
  })
}
const all = (packet: Buffer): string => `${packet.length} of ${packet.length}`

test('zeros behind the last packet of a datagram are cut off, and nothing else', () => {
  const packets = Buffer.concat([initial('a'), handshake('b')])
  const padded = Buffer.concat([packets, Buffer.alloc(300)])
  const short = Buffer.concat([packets, Buffer.from([0x40, 0, 0, 0])])
  assert.deepEqual(
    keptOf([frame(false, padded), frame(true, padded), frame(false, short), frame(false, packets)]),
    [
      `${packets.length} of ${padded.length}`,
      `${packets.length} of ${padded.length}`,
      all(short),
      all(packets),
    ],
  )
})

test('what is no QUIC of the web, and a datagram that is cut off, stays as it is', () => {
  const padded = Buffer.concat([initial('a'), Buffer.alloc(300)])
  const cut = initial('a').subarray(0, 20)
  const zeros = Buffer.alloc(100)
  assert.deepEqual(keptOf([frame(true, padded, 53), frame(true, cut), frame(true, zeros)]), [
    all(padded),
    all(cut),
    all(zeros),
  ])
})

test('QUIC of the ports that are named is read, and no other', () => {
  const padded = Buffer.concat([initial('a'), Buffer.alloc(300)])
  const frames = [frame(true, padded, 8443), frame(false, padded, 8443), frame(true, padded, 53)]
  const readable = `${initial('a').length} of ${padded.length}`
  assert.deepEqual(keptOf(frames, new Set([443, 8443])), [readable, readable, all(padded)])
})

test('after a Retry, Initials to the connection ID of before and further Retries are blanked', () => {
  const [first, late, second] = [initial('old'), initial('old'), initial('new', 'token')]
  const frames = [
    frame(true, first),
    frame(false, retry()),
    frame(true, late),
    frame(true, second),
    frame(false, retry()),
  ]
  assert.deepEqual(keptOf(frames), [
    all(first),
    all(retry()),
    `0 of ${late.length}`,
    all(second),
    `0 of ${retry().length}`,
  ])
})

test('a later connection between the same ports may be answered with a Retry of its own', () => {
  const frames = [initial('one'), retry(), initial('new', 'token'), initial('two'), retry()].map(
    (packet, index) => frame([true, false, true, true, false][index] ?? true, packet),
  )
  assert.ok(keptOf(frames).every((kept) => !kept.startsWith('0 ')))
})

test('a capture without a packet, or of a link layer that is not known, is returned as it is', () => {
  const none = pcapFile([])
  assert.deepEqual(Buffer.from(readableQuic(none)), none)
  const other = pcapFile([pcapRecord(0, 0, frame(true, Buffer.concat([initial('a'), Buffer.alloc(9)])))])
  other.writeUInt32LE(147, 20)
  assert.deepEqual(Buffer.from(readableQuic(other)), other)
  assert.throws(() => readableQuic(Buffer.from('nothing')), /not a pcap file/)
})
