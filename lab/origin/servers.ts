export const SERVER_NAMES = ['towline', 'caddy', 'nginx', 'apache'] as const
export type ServerName = (typeof SERVER_NAMES)[number]

/** As in ALPN. */
export type AlpnProtocol = 'http/1.1' | 'h2' | 'h3'

/**
 * What may be set of a server beside its files: the limit of streams, the wait before an answer, one address for several
 * hosts, whether HTTP/3 heeds priorities, and of its QUIC the initial window and the congestion control. Those of TCP are the
 * route's, whatever the server.
 */
export type ServerSetting =
  | 'streams'
  | 'thinkMs'
  | 'sharedAddress'
  | 'quicInitialWindow'
  | 'quicCongestionControl'
  | 'priorities'

export const QUIC_CONGESTION_CONTROLS = ['cubic', 'reno', 'bbr'] as const
export type QuicCongestionControl = (typeof QUIC_CONGESTION_CONTROLS)[number]

export interface Server {
  readonly title: string
  readonly protocols: readonly AlpnProtocol[]
  readonly settable: readonly ServerSetting[]
  /** Streams that a client may have open at a time where nothing else is set, by protocol. */
  readonly streams: Readonly<Partial<Record<'h2' | 'h3', number>>>
  /** Of its QUIC where nothing else is set; null: it has none. */
  readonly quic: {
    readonly initialWindowPackets: number
    readonly congestionControl: QuicCongestionControl
  } | null
}

/** What each server speaks and lets be set; the versions are those of Debian 12. A test reads the limits back. */
export const SERVERS: Readonly<Record<ServerName, Server>> = {
  towline: {
    title: 'towline-origin',
    protocols: ['http/1.1', 'h2', 'h3'],
    settable: [
      'streams',
      'thinkMs',
      'sharedAddress',
      'quicInitialWindow',
      'quicCongestionControl',
      'priorities',
    ],
    // program/src/config.rs: the limit as in RFC 9113, 6.5.2, the window as in RFC 9002, 7.2.
    streams: { h2: 100, h3: 100 },
    quic: { initialWindowPackets: 10, congestionControl: 'cubic' },
  },
  caddy: {
    title: 'Caddy 2.6',
    protocols: ['http/1.1', 'h2', 'h3'],
    settable: [],
    streams: { h2: 250, h3: 100 },
    // quic-go, internal/congestion/cubic_sender.go, of 1,252 bytes; it is made with `reno` true.
    quic: { initialWindowPackets: 32, congestionControl: 'reno' },
  },
  nginx: {
    title: 'nginx 1.22',
    protocols: ['http/1.1', 'h2'],
    settable: ['streams'],
    streams: { h2: 128 },
    quic: null,
  },
  apache: {
    title: 'Apache 2.4',
    protocols: ['http/1.1', 'h2'],
    settable: ['streams'],
    streams: { h2: 100 },
    quic: null,
  },
}

/** What to ask of a server's QUIC so that it has TCP's congestion control; null: it has none of that name, or its own. */
export function quicCongestionControl(server: ServerName, tcps: string | null): QuicCongestionControl | null {
  if (!SERVERS[server].settable.includes('quicCongestionControl')) return null
  return QUIC_CONGESTION_CONTROLS.find((name) => name === tcps) ?? null
}

/** What a server's QUIC has after that; null: it has no QUIC. */
export function quicCongestionControlOf(
  server: ServerName,
  tcps: string | null,
): QuicCongestionControl | null {
  return quicCongestionControl(server, tcps) ?? SERVERS[server].quic?.congestionControl ?? null
}
