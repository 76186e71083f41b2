import type { PageTruth, SandboxSite } from './truth.ts'

/** Says what becomes of a packet to an address. `refused`: the address is up and nothing listens. */
export type Reach = 'served' | 'none' | 'dropped' | 'unreachable' | 'prohibited' | 'refused'

/** Answer of a web server on one port of a host, whatever the path, except /robots.txt. */
export interface SiteAnswer {
  /** Default 200. */
  readonly status?: number
  /** Origin that every path is redirected to (301), `{host}` being the host that was asked for. */
  readonly redirect?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Response headers that the server would send and must not. Caddy only. */
  readonly removeHeaders?: readonly string[]
  /** Default: 404 without text. */
  readonly robots?: { readonly status: number; readonly text?: string }
  /** Size of the page; default: as it comes. */
  readonly sizeBytes?: number
  /** Absolute URLs of the page's parts; those of sandbox hosts are served with real bytes. */
  readonly resources?: readonly string[]
  /** Pictures of the page, so many of that size on a host (default: its own). */
  readonly parts?: readonly PartsSpec[]
  /** Markup that the page holds beside its parts. */
  readonly markup?: string
  /** Further files of the host: path without a leading slash, and text. */
  readonly files?: Readonly<Record<string, string>>
  /** Paths that are asked of port 80 of another host of the sandbox. Caddy only. */
  readonly proxied?: Readonly<Record<string, string>>
}

interface PartsSpec {
  readonly host?: string
  readonly count: number
  readonly sizeBytes: number
}

/** The certificates that a host may show; made by `certificates.ts`. */
export type CertificateKind =
  | 'valid'
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-name'
  | 'self-signed'
  | 'untrusted'
  /** Valid, and of 12 kB, which a server cannot send by QUIC before it has heard of the client again. */
  | 'long'

/** A behaviour of the zoo on one port, with its parameters. The names are the keys of the tables in zoo/. */
export interface BehaviourSpec {
  readonly name: string
  readonly [option: string]: unknown
}

export interface HttpsRecordSpec {
  /** Default 1; 0 is AliasMode. */
  readonly priority?: number
  /** Name of the endpoint, or of what this name is an alias of; default: the name itself. */
  readonly target?: string
  readonly alpn?: readonly string[]
  readonly port?: number
  readonly ipv4Hint?: readonly string[]
  /** ECHConfigList (RFC 9849, 4) in hex. */
  readonly ech?: string
  /** The whole RDATA in hex, for records that are not as they should be. */
  readonly raw?: string
}

export interface TlsSpec {
  /** Session tickets that are given; default: OpenSSL's two. */
  readonly tickets?: 0
  /** Tickets allow early data; default: they do not. */
  readonly earlyData?: true
  /** The one group for the key exchange; default: those of OpenSSL. */
  readonly group?: string
}

/** One name of a site: its DNS, its addresses and what answers there. */
export interface HostSpec {
  readonly server?: SandboxSite['server']
  /** Ports where its answers are, each the same: in place of 443 and 80. Caddy and the hard pages' program only. */
  readonly ports?: { readonly https?: readonly number[]; readonly http?: readonly number[] }
  /** Offered over TLS; default h1 and h2. */
  readonly protocols?: readonly ('h1' | 'h2' | 'h3')[]
  /** Default `served`. */
  readonly ipv4?: Reach
  /** Default `none`. */
  readonly ipv6?: Reach
  /** Answers over TLS; absent: closed. */
  readonly https?: SiteAnswer
  /** Answers in clear text; absent: closed. */
  readonly http?: SiteAnswer
  readonly certificate?: CertificateKind
  /** Kind over QUIC; default: that over TCP. */
  readonly certificateUdp?: CertificateKind
  readonly tlsVersion?: '1.2'
  /** Settings of OpenSSL. nginx only. */
  readonly tls?: TlsSpec
  /** Certificates that are sent after the leaf, which needs none: copies of the root. Default 0. */
  readonly chainRoots?: number
  /** Names between this one and its addresses, in order. */
  readonly cname?: readonly string[]
  readonly httpsRecord?: HttpsRecordSpec
  /** Addresses in DNS that no server of the sandbox has, in place of those by `ipv4` and `ipv6`. */
  readonly addresses?: readonly string[]
  /** Addresses in DNS before those by `ipv4` and `ipv6`, that no server of the sandbox has. */
  readonly firstAddresses?: readonly string[]
  /** Addresses in DNS beside those by `ipv4` and `ipv6`, that no server of the sandbox has. */
  readonly alsoAddresses?: readonly string[]
  /** Name of the host whose addresses it has too, and with them its server; that answers for both. */
  readonly sharesAddressOf?: string
  /** The one address that it has, in place of one that is given to it: a host whose name is that address. */
  readonly literal?: string
  /** Addresses of each family that it has; default 1. */
  readonly addressCount?: number
  /** True: the name does not exist. */
  readonly absent?: boolean
  /** Behaviour of the zoo's DNS for this name; dnsmasq forwards the question to it. */
  readonly dns?: BehaviourSpec
  readonly zoo443?: BehaviourSpec
  readonly zoo80?: BehaviourSpec
  readonly zooUdp443?: BehaviourSpec
}

/** An entry of sites.json. */
export interface SiteSpec extends HostSpec {
  readonly domain: string
  readonly about: string
  readonly server: SandboxSite['server']
  readonly replicable: boolean
  /** Further names of the site, full. They take `server` from the site and nothing else. */
  readonly hosts: Readonly<Record<string, HostSpec>>
  /** Subject organisation of the site's certificate. */
  readonly organization?: string
  /** Domain of the site whose certificate this one shows too. */
  readonly certificateOf?: string
  readonly facts: SandboxSite['facts']
  readonly page?: PageTruth
}
