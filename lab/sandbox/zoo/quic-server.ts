import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { quiche } from '../../../crawler/quic/quiche.ts'
import type { Config } from '../../../crawler/quic/quiche-binding.ts'
import { QuicAcceptor } from './quic-acceptor.ts'
import type { QuicBehaviour } from './quic-behaviour.ts'
import { QUIC_BEHAVIOURS, type QuicBehaviourName } from './quic-behaviours.ts'

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
  /** Requests that a client may make at first. Default 100. */
  readonly requests?: number
  /** One of the zoo's, or one of the caller's. */
  readonly behaviour: QuicBehaviourName | QuicBehaviour
}

export interface QuicServer extends AsyncDisposable {
  readonly port: number
  /** Connections accepted since the start. */
  readonly accepted: number
  /** Loses every datagram for so long, as a path does that is gone. */
  loseAll(forMs: number): void
}

const WINDOW_BYTES = 1024 * 1024

/** A QUIC server on one UDP port that behaves, or misbehaves, by its name. Rejects where the port cannot be bound. */
export async function serveQuic(options: QuicServerOptions): Promise<QuicServer> {
  const { address, behaviour } = options
  const config = serverConfig(options)
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  socket.bind(options.port, address)
  await once(socket, 'listening')
  // ICMP answers to packets for clients that have left.
  socket.on('error', () => {})
  const { address: host, port } = socket.address()
  let isOpen = true
  const acceptor = new QuicAcceptor({
    behaviour: typeof behaviour === 'string' ? QUIC_BEHAVIOURS[behaviour] : behaviour,
    config,
    localEnd: { host, port },
    send: (datagram, remote) => {
      // A flood goes on for a moment after its server has ended.
      if (isOpen && performance.now() >= lostUntilMs) socket.send(datagram, remote.port, remote.host)
    },
  })
  let lostUntilMs = 0
  socket.on('message', (datagram, remote) => {
    if (performance.now() >= lostUntilMs) acceptor.receive(datagram, remote)
  })
  return {
    port,
    get accepted() {
      return acceptor.accepted
    },
    loseAll(forMs) {
      lostUntilMs = performance.now() + forMs
    },
    async [Symbol.asyncDispose]() {
      acceptor[Symbol.dispose]()
      isOpen = false
      socket.close()
      await once(socket, 'close')
    },
  }
}

function serverConfig({ key, cert, alpn = ['h3'], requests = 100 }: QuicServerOptions): Config {
  const config = quiche().Config.withBoringSslCtx(false, false, null, [key], [cert])
  config.setApplicationProtos([...alpn])
  config.setMaxIdleTimeout(30_000)
  config.setInitialMaxData(WINDOW_BYTES)
  config.setInitialMaxStreamDataBidiRemote(WINDOW_BYTES)
  config.setInitialMaxStreamDataUni(WINDOW_BYTES)
  config.setInitialMaxStreamsBidi(requests)
  config.setInitialMaxStreamsUni(3)
  config.logKeys()
  return config
}
