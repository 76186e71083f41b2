import type { ServeOrder } from './serve-order.ts'
import { SERVERS, type ServerSetting } from './servers.ts'

export type ServerDemand = Pick<
  ServeOrder,
  'server' | 'alpn' | 'think' | 'maxConcurrentStreams' | 'altSvc' | 'quicInitialWindowPackets'
> &
  Pick<ServeOrder, 'replayFile' | 'keyExchange' | 'priorities' | 'hints'> & {
    readonly quicCongestionControl?: string | null
  }

/** Why the server cannot do what is asked of it, one sentence without its end; null where it can. */
export function whyServerCannot(demand: ServerDemand): string | null {
  const { title, protocols, settable, quic } = SERVERS[demand.server]
  const foreign = demand.alpn.find((protocol) => !protocols.includes(protocol))
  if (foreign !== undefined) return `${title} speaks ${protocols.join(' and ')}, not ${foreign}`
  if (!settable.includes('protocols') && !demand.alpn.includes('http/1.1'))
    return `${title} is set up with http/1.1 at least`
  if (demand.altSvc && !demand.alpn.includes('h3')) return `${title} has no h3 to advertise by Alt-Svc`
  if (demand.replayFile !== undefined && !settable.includes('recording'))
    return `${title} cannot replay a recording: towline’s own server can`
  const refused = SETTINGS.find(
    ({ setting, isDemanded }) => isDemanded(demand) && !settable.includes(setting),
  )
  if (refused !== undefined) return `${title} does not let ${refused.what} be set`
  const control = demand.quicCongestionControl ?? null
  const controls: readonly string[] = quic?.congestionControls ?? []
  if (control !== null && !controls.includes(control))
    return `the QUIC of ${title} has ${controls.join(', ')}, not ${control}`
  return null
}

const SETTINGS: readonly {
  readonly setting: ServerSetting
  readonly what: string
  readonly isDemanded: (wish: ServerDemand) => boolean
}[] = [
  {
    setting: 'streams',
    what: 'its limit of streams',
    isDemanded: ({ maxConcurrentStreams }) => maxConcurrentStreams !== null,
  },
  {
    setting: 'thinkMs',
    what: 'a wait before its answers',
    isDemanded: ({ think }) => Object.values(think).some((ms) => ms > 0),
  },
  {
    setting: 'keyExchange',
    what: 'the group of its key exchange',
    isDemanded: ({ keyExchange }) => (keyExchange ?? null) !== null,
  },
  {
    setting: 'quicInitialWindow',
    what: 'the initial window of its QUIC',
    isDemanded: ({ quicInitialWindowPackets }) => quicInitialWindowPackets !== null,
  },
  {
    setting: 'quicCongestionControl',
    what: 'the congestion control of its QUIC',
    isDemanded: ({ quicCongestionControl }) => (quicCongestionControl ?? null) !== null,
  },
  {
    setting: 'priorities',
    what: 'the order of its responses',
    isDemanded: ({ priorities }) => priorities === true,
  },
  {
    setting: 'earlyHints',
    what: 'a 103 before its answers',
    isDemanded: ({ hints }) => hints !== undefined,
  },
]
