import type { ServedConnection } from '../../model/artifacts.ts'
import type { KeyExchange } from '../../model/key-exchange.ts'
import type { AlpnProtocol, QuicCongestionControl } from './servers.ts'

/** Takes what it writes, in the folder of its network. */
export const ORIGIN_LOG = 'towline.log'

/** The origin program's word on itself once it serves; program/src/facts.rs. */
interface OriginFacts {
  readonly ready: true
  readonly program: string
  readonly version: string
  readonly libraries: Readonly<Record<string, string>>
  readonly addresses: readonly string[]
  readonly httpPort: number
  readonly httpsPort: number
  readonly alpn: readonly AlpnProtocol[]
  readonly files: number
  readonly sizeBytes: number
  readonly maxConcurrentStreams: number
  /** Says how responses that are under way at the same time share a connection, in h2 and h3. */
  readonly scheduling: string
  /** It runs before all others of the machine (real-time.ts). */
  readonly realTime: boolean
  readonly tls: {
    readonly version: string
    readonly sessionTickets: boolean
    readonly earlyData: boolean
    /** The only group that is agreed to; null: what the client and ring have in common. */
    readonly keyExchange: KeyExchange | null
  }
  /** Is null where there is no h3. */
  readonly quic: {
    readonly initialWindowPackets: number
    readonly initialWindowBytes: number
    readonly congestionControl: QuicCongestionControl
    readonly datagramBytes: number
    readonly segmentationOffload: boolean
  } | null
}

/** The kernel's settings of a TCP connection that the origin accepted, before anything was sent on it. */
interface AcceptedFacts {
  /** Address of the client. */
  readonly client: string
  /** TCP_CONGESTION. */
  readonly congestionControl: string
  /** Congestion window and segment size of TCP_INFO. */
  readonly initialWindowPackets: number
  readonly segmentBytes: number
}

/** The start of QUIC's congestion control, as it says itself, on a connection that the origin accepted. */
interface QuicAcceptedFacts {
  readonly initialWindowBytes: number
  readonly datagramBytes: number
}

export interface OriginLog {
  /** Is null where it has not started to serve. */
  readonly facts: OriginFacts | null
  /** One for each client, and one more each time that something was other than before. */
  readonly accepted: readonly AcceptedFacts[]
  /** One for each time that it was other than before. */
  readonly quicAccepted: readonly QuicAcceptedFacts[]
  /** Each over TLS that a request came by (program/src/opening.rs), in the order of their first requests, where the order asks for it (`connectionsSaid`). */
  readonly connections: readonly ServedConnection[]
}

type Line =
  | OriginFacts
  | { readonly accepted: AcceptedFacts }
  | { readonly quicAccepted: QuicAcceptedFacts }
  | { readonly connection: ServedConnection }

/** Reads what the origin program has written: lines of JSON, and complaints, which are left out. */
export function readOriginLog(text: string): OriginLog {
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)
  return {
    facts: lines.find((line) => 'ready' in line) ?? null,
    accepted: lines.flatMap((line) => ('accepted' in line ? [line.accepted] : [])),
    quicAccepted: lines.flatMap((line) => ('quicAccepted' in line ? [line.quicAccepted] : [])),
    connections: lines.flatMap((line) => ('connection' in line ? [line.connection] : [])),
  }
}
