import { randomBytes } from 'node:crypto'
import type { RemoteInfo } from 'node:dgram'
import { quiche } from '../../../crawler/quic/quiche.ts'
import type { Config, Header, Host } from '../../../crawler/quic/quiche-binding.ts'
import { pourDatagrams } from './pour.ts'
import type { QuicBehaviour } from './quic-behaviour.ts'
import { QuicPeer } from './quic-peer.ts'

const ID_BYTES = 16
const TOKEN = Buffer.from('towline zoo ')

interface QuicAcceptorOptions {
  readonly behaviour: QuicBehaviour
  readonly config: Config
  readonly localEnd: { readonly host: string; readonly port: number }
  readonly send: (datagram: Buffer, remote: Host) => void
}

/** The connections of one UDP port: gives each datagram to its peer, and accepts new ones. */
export class QuicAcceptor implements Disposable {
  readonly #options: QuicAcceptorOptions
  readonly #peers = new Map<string, QuicPeer>()
  #accepted = 0

  constructor(options: QuicAcceptorOptions) {
    this.#options = options
  }

  /** Connections accepted since the start. */
  get accepted(): number {
    return this.#accepted
  }

  receive(datagram: Buffer, remote: RemoteInfo): void {
    let header: Header
    try {
      header = quiche().Header.fromSlice(datagram, ID_BYTES)
    } catch {
      // Not QUIC.
      return
    }
    const known = this.#peers.get(Buffer.from(header.dcid).toString('hex'))
    const isNew = known === undefined && header.ty === quiche().Type.Initial
    const peer = known ?? (isNew ? this.#accept(header, remote) : null)
    peer?.received(datagram, { host: remote.address, port: remote.port }, this.#options.localEnd)
  }

  [Symbol.dispose](): void {
    for (const peer of [...this.#peers.values()]) peer[Symbol.dispose]()
  }

  #accept(header: Header, remote: RemoteInfo): QuicPeer | null {
    const { behaviour, config, localEnd, send } = this.#options
    const remoteEnd = { host: remote.address, port: remote.port }
    const reply = (datagram: Buffer): void => send(datagram, remoteEnd)
    const [dcid, scid] = [Buffer.from(header.dcid), Buffer.from(header.scid)]
    if (behaviour.datagram !== undefined) {
      pourDatagrams(behaviour.datagram({ dcid, scid }), reply)
      return null
    }
    const validated = validatedId(header)
    if (behaviour.retry === true && validated === null) {
      reply(retryPacket(header))
      return null
    }
    // The client speaks after a Retry to the id that the Retry gave it, and quiche must use that.
    const sourceId = validated === null ? randomBytes(ID_BYTES) : dcid
    const connection = quiche().Connection.accept(sourceId, validated, localEnd, remoteEnd, config)
    const names = [dcid.toString('hex'), sourceId.toString('hex')]
    const peer = new QuicPeer(connection, scid, behaviour, send, () => {
      for (const name of names) this.#peers.delete(name)
    })
    for (const name of names) this.#peers.set(name, peer)
    this.#accepted += 1
    return peer
  }
}

/** The token is the client's first destination id: the zoo need not be safe from spoofed addresses. */
function retryPacket(header: Header): Buffer {
  const out = Buffer.alloc(quiche().MAX_DATAGRAM_SIZE)
  const token = Buffer.concat([TOKEN, header.dcid])
  const newId = randomBytes(ID_BYTES)
  const length = quiche().retry(header.scid, header.dcid, newId, token, header.version, out)
  return out.subarray(0, length)
}

function validatedId(header: Header): Buffer | null {
  const token = Buffer.from(header.token ?? [])
  return token.subarray(0, TOKEN.length).equals(TOKEN) ? token.subarray(TOKEN.length) : null
}
