import type { KeyExchange } from '../../model/key-exchange.ts'
import type { ApacheMpm } from '../sandbox/server/apache.ts'
import type { AlpnProtocol, QuicCongestionControl, ServerName } from './servers.ts'

export interface ServeOrder {
  readonly server: ServerName
  /** Document root: `www/<host>/<path>`, decoded; a path that ends in `/` is `index.html` there. */
  readonly www: string
  /** Answers of a recorded page (lab/replay/), which are served in place of files. Only our own server can. */
  readonly replayFile?: string
  /** Each name and the address it is served on; several names an address, several addresses a name. */
  readonly hosts: readonly ServedHost[]
  /** Ports of each address; `https` also of UDP, for h3. Default 80 and 443. */
  readonly ports?: Ports
  /** PEM; one certificate that names all hosts, with its chain. */
  readonly certFile: string
  readonly keyFile: string
  /** `host/path` to milliseconds that the server waits before it answers. */
  readonly think: Readonly<Record<string, number>>
  /** `host/path` to the `Link` of a 103 that comes before it, at once, over h2 and h3. Only our own server can. */
  readonly hints?: Readonly<Record<string, string>>
  /** Limit of h2 and h3 alike; null: the server's own (`SERVERS`). */
  readonly maxConcurrentStreams: number | null
  /** Value of the response header; null: none. */
  readonly cacheControl: string | null
  /** Advertises h3 on HTTPS over TCP, in one header. Over HTTP/3 it is advertised in any case, where the server has it. */
  readonly altSvc: boolean
  /** Protocols offered on port 443, the first one preferred. */
  readonly alpn: readonly AlpnProtocol[]
  /** Whether clients may take up earlier TLS sessions. Default: no, so that each handshake is a full one. */
  readonly sessionTickets?: boolean
  /** The only group that the server agrees to; null or left out: what it and the client have in common. */
  readonly keyExchange?: KeyExchange | null
  /** Whether a session that is taken up again may begin with a request. Default: no. Only our own server can. */
  readonly earlyData?: boolean
  /** Says of each connection how it was opened (`OriginLog.connections`). Default: no. Only our own server can. */
  readonly connectionsSaid?: boolean
  /** Packets of 1,452 bytes; null: the server's own. */
  readonly quicInitialWindowPackets: number | null
  /** Is null or left out for the server's own. */
  readonly quicCongestionControl?: QuicCongestionControl | null
  /** HyStart++ (RFC 9406) in place of the server’s own slow start. */
  readonly quicSlowStart?: 'hystart'
  /** Whether responses of HTTP/3 come in the order that clients ask for (RFC 9218). Default: no. */
  readonly priorities?: boolean
  /** Whether HTTP/3 names all hosts as origins of each connection (RFC 9412). Default: no. Only our own server can. */
  readonly originFrame?: boolean
  /** Settings of Apache, which others do not look at; left out: the lab's. */
  readonly apache?: ApacheWorkers
  /** Address and port of UDP to which Apache says each second how many of its workers are busy; left out: nobody. */
  readonly heartbeatTo?: string
}

export interface ApacheWorkers {
  /** A connection has a thread with `worker` as long as it is open, with `event` only while something is asked for. */
  readonly mpm: ApacheMpm
  readonly workers: number
}

export interface ServedHost {
  /** Written as in a URL: IPv6 in brackets. A host that is an address is found by its socket, for no client names it in TLS. */
  readonly name: string
  readonly address: string
  /** Ports where it is found there, null being nowhere; default: on the ports of all. Only our own server can. */
  readonly ports?: { readonly [Scheme in keyof Ports]: Ports[Scheme] | null }
  /** Protocols that it speaks over TCP, of what is offered; default: all. Only our own server can. */
  readonly alpn?: readonly AlpnProtocol[]
  /** PEM files of its own certificate; default: that of all. Only our own server can. */
  readonly certificate?: { readonly certFile: string; readonly keyFile: string }
}

export interface Ports {
  readonly http: number
  readonly https: number
}

export const DEFAULT_PORTS: Ports = { http: 80, https: 443 }
