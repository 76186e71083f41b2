export const SERVER_NAMES = [
  'towline',
  'towline-again',
  'caddy',
  'nginx',
  'apache',
  'nginx-quic',
  'quiche',
] as const
export type ServerName = (typeof SERVER_NAMES)[number]

/** Servers that loads of many users are put on: others are for page loads alone. */
export const LOAD_SERVERS = ['towline', 'caddy', 'nginx', 'apache'] as const satisfies readonly ServerName[]

/** Named as in ALPN. */
export type AlpnProtocol = 'http/1.1' | 'h2' | 'h3'

/**
 * Names what may be set of a server beside its files: a recording in place of files, the limit of streams, the wait before an
 * answer, one address for several hosts, an ORIGIN frame, the group of its key exchange, whether HTTP/3 heeds priorities,
 * visits that resume a session, a 103 before documents, and of its QUIC the initial window and slow start. Those of TCP are the
 * route's, whatever the server, and what QUIC has for congestion control is in `quic`.
 */
export type ServerSetting =
  | 'recording'
  | 'streams'
  | 'thinkMs'
  | 'sharedAddress'
  | 'keyExchange'
  | 'quicInitialWindow'
  | 'priorities'
  | 'slowStart'
  | 'originFrame'
  | 'visits'
  | 'earlyHints'

const QUIC_CONGESTION_CONTROLS = ['cubic', 'reno', 'bbr'] as const
export type QuicCongestionControl = (typeof QUIC_CONGESTION_CONTROLS)[number]

/** Names what is started for a server; two names of one program are for comparing it with itself. */
export type ServerProgramName =
  | 'towline-origin'
  | 'towline-quiche'
  | 'caddy'
  | 'nginx'
  | 'apache'
  | 'nginx-quic'

export interface Server {
  readonly title: string
  readonly program: ServerProgramName
  /** Part of scripts/setup.sh that brings it. */
  readonly part: 'origin' | 'sandbox' | 'stack-nginx' | 'stack-quiche'
  readonly protocols: readonly AlpnProtocol[]
  readonly settable: readonly ServerSetting[]
  /** Streams that a client may have open at a time where nothing else is set, by protocol. */
  readonly streams: Readonly<Partial<Record<'h2' | 'h3', number>>>
  /** Properties of its QUIC where nothing else is set; null: it has none. */
  readonly quic: {
    readonly initialWindowPackets: number
    readonly congestionControl: QuicCongestionControl
    readonly congestionControls: readonly QuicCongestionControl[]
  } | null
}

/** Settings of every server that has the files and the TCP side of program/. */
const SHARED: readonly ServerSetting[] = ['streams', 'thinkMs', 'sharedAddress']

const TOWLINE: Server = {
  title: 'towline-origin',
  program: 'towline-origin',
  part: 'origin',
  protocols: ['http/1.1', 'h2', 'h3'],
  settable: [
    ...SHARED,
    'recording',
    'keyExchange',
    'quicInitialWindow',
    'priorities',
    'slowStart',
    'originFrame',
    'visits',
    'earlyHints',
  ],
  // program/src/config.rs: the limit as in RFC 9113, 6.5.2, the window as in RFC 9002, 7.2.
  streams: { h2: 100, h3: 100 },
  quic: {
    initialWindowPackets: 10,
    congestionControl: 'cubic',
    congestionControls: QUIC_CONGESTION_CONTROLS,
  },
}

/** Lists what each server speaks and lets be set; versions are those of Debian 12, or as named. A test reads the limits back. */
export const SERVERS: Readonly<Record<ServerName, Server>> = {
  towline: TOWLINE,
  // The same in all: what differs between the two is what a plan calls different without cause.
  'towline-again': { ...TOWLINE, title: 'towline-origin, again' },
  caddy: {
    title: 'Caddy 2.6',
    program: 'caddy',
    part: 'sandbox',
    protocols: ['http/1.1', 'h2', 'h3'],
    settable: [],
    streams: { h2: 250, h3: 100 },
    // quic-go, internal/congestion/cubic_sender.go, of 1,252 bytes; it is made with `reno` true.
    quic: { initialWindowPackets: 32, congestionControl: 'reno', congestionControls: [] },
  },
  nginx: {
    title: 'nginx 1.22',
    program: 'nginx',
    part: 'sandbox',
    protocols: ['http/1.1', 'h2'],
    settable: ['streams'],
    streams: { h2: 128 },
    quic: null,
  },
  apache: {
    title: 'Apache 2.4',
    program: 'apache',
    part: 'sandbox',
    protocols: ['http/1.1', 'h2'],
    settable: ['streams'],
    streams: { h2: 100 },
    quic: null,
  },
  'nginx-quic': {
    title: 'nginx 1.26',
    program: 'nginx-quic',
    part: 'stack-nginx',
    protocols: ['http/1.1', 'h2', 'h3'],
    settable: ['streams'],
    streams: { h2: 128, h3: 128 },
    // ngx_event_quic.c of nginx 1.26 has 131,054 bytes, twice what it may receive at most, in packets of 1,200 bytes. A single
    // response has 64 KiB of them at first (http3_stream_buffer_size). ngx_event_quic_ack.c: NewReno.
    quic: { initialWindowPackets: 109, congestionControl: 'reno', congestionControls: [] },
  },
  quiche: {
    title: 'towline-quiche',
    program: 'towline-quiche',
    part: 'stack-quiche',
    protocols: ['http/1.1', 'h2', 'h3'],
    settable: [...SHARED, 'quicInitialWindow'],
    streams: { h2: 100, h3: 100 },
    // quiche has a BBR, which is not the kernel's.
    quic: {
      initialWindowPackets: 10,
      congestionControl: 'cubic',
      congestionControls: ['cubic', 'reno'],
    },
  },
}

/** Says what to ask of a server's QUIC so that it has TCP's congestion control; null: it has none of that name, or its own. */
export function quicCongestionControl(server: ServerName, tcps: string | null): QuicCongestionControl | null {
  return SERVERS[server].quic?.congestionControls.find((name) => name === tcps) ?? null
}

/** Returns what a server's QUIC has after that; null: it has no QUIC. */
export function quicCongestionControlOf(
  server: ServerName,
  tcps: string | null,
): QuicCongestionControl | null {
  return quicCongestionControl(server, tcps) ?? SERVERS[server].quic?.congestionControl ?? null
}
