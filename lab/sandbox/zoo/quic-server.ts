import { randomBytes } from 'node:crypto'
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import native from '@infisical/quic/dist/native/index.js'
import type { Config, Header } from '@infisical/quic/dist/native/types.js'
import type { QuicBehaviour } from './quic-behaviour.ts'
import { QUIC_BEHAVIOURS, type QuicBehaviourName } from './quic-behaviours.ts'
import { QuicPeer } from './quic-peer.ts'

export interface QuicServerOptions {
  readonly address: string
  /** 0 takes a free one. */
  readonly port: number
  /** PEM. */
  readonly key: Uint8Array
  /** PEM, leaf first. */
  readonly cert: Uint8Array
  /** Default `h3` alone. */
  readonly alpn?: readonly string[]
  readonly behaviour: QuicBehaviourName
}

export interface QuicServer extends AsyncDisposable {
  readonly port: number
  /** Connections accepted since the start. */
  readonly accepted: number
}

const ID_BYTES = 16
const WINDOW_BYTES = 1024 * 1024
const TOKEN = Buffer.from('towline zoo ')

/** A QUIC server on one UDP port that behaves, or misbehaves, as told. Rejects where the port cannot be bound. */
export async function serveQuic(options: QuicServerOptions): Promise<QuicServer> {
  const { address, port, behaviour } = options
  const zoo: QuicBehaviour = QUIC_BEHAVIOURS[behaviour]
  const config = serverConfig(options)
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  socket.bind(port, address)
  await once(socket, 'listening')
  // ICMP answers to packets for clients that have left; there is nobody to tell.
  socket.on('error', () => {})
  const localEnd = { host: socket.address().address, port: socket.address().port }
  const peers = new Map<string, QuicPeer>()
  let accepted = 0

  const accept = (header: Header, from: RemoteInfo): QuicPeer | null => {
    const reply = (datagram: Buffer): void => {
      socket.send(datagram, from.port, from.address)
    }
    const dcid = Buffer.from(header.dcid)
    if (zoo.datagram !== undefined) {
      const answer = zoo.datagram({ dcid, scid: Buffer.from(header.scid) })
      if (answer !== null) reply(answer)
      return null
    }
    const validated = validatedId(header)
    if (zoo.retry === true && validated === null) {
      reply(retryPacket(header))
      return null
    }
    // After a Retry the client speaks to the id that the Retry gave it, and quiche must go on with that.
    const sourceId = validated === null ? randomBytes(ID_BYTES) : dcid
    const remoteEnd = { host: from.address, port: from.port }
    const connection = native.quiche.Connection.accept(sourceId, validated, localEnd, remoteEnd, config)
    const names = [dcid.toString('hex'), sourceId.toString('hex')]
    const peer = new QuicPeer(connection, zoo, reply, () => {
      for (const name of names) peers.delete(name)
    })
    for (const name of names) peers.set(name, peer)
    accepted += 1
    return peer
  }

  socket.on('message', (datagram, from) => {
    let header: Header
    try {
      header = native.quiche.Header.fromSlice(datagram, ID_BYTES)
    } catch {
      // Not QUIC.
      return
    }
    const known = peers.get(Buffer.from(header.dcid).toString('hex'))
    const fresh =
      known === undefined && header.ty === native.quiche.Type.Initial ? accept(header, from) : null
    const peer = known ?? fresh
    if (peer === null) return
    peer.received(datagram, { host: from.address, port: from.port }, localEnd)
  })

  return {
    port: localEnd.port,
    get accepted() {
      return accepted
    },
    async [Symbol.asyncDispose]() {
      for (const peer of [...peers.values()]) peer[Symbol.dispose]()
      socket.close()
      await once(socket, 'close')
    },
  }
}

function serverConfig({ key, cert, alpn = ['h3'] }: QuicServerOptions): Config {
  const config = native.quiche.Config.withBoringSslCtx(false, false, null, [key], [cert])
  config.setApplicationProtos([...alpn])
  config.setMaxIdleTimeout(30_000)
  config.setInitialMaxData(WINDOW_BYTES)
  config.setInitialMaxStreamDataBidiRemote(WINDOW_BYTES)
  config.setInitialMaxStreamDataUni(WINDOW_BYTES)
  config.setInitialMaxStreamsBidi(100)
  config.setInitialMaxStreamsUni(3)
  return config
}

/** The token is the client's first destination id: the zoo need not be safe from spoofed addresses. */
function retryPacket(header: Header): Buffer {
  const out = Buffer.alloc(native.quiche.MAX_DATAGRAM_SIZE)
  const token = Buffer.concat([TOKEN, header.dcid])
  const newId = randomBytes(ID_BYTES)
  const length = native.quiche.retry(header.scid, header.dcid, newId, token, header.version, out)
  return out.subarray(0, length)
}

function validatedId(header: Header): Buffer | null {
  const token = Buffer.from(header.token ?? [])
  return token.subarray(0, TOKEN.length).equals(TOKEN) ? token.subarray(TOKEN.length) : null
}
