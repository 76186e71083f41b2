import { QuicFailure } from './quic-failure.ts'
import type { QuicLimits } from './quic-transport.ts'

/** The limit of `QuicLimits` that a peer went beyond. */
export type Flood = 'bytes' | 'overhead' | 'strayDatagrams'

export function floodFailure(flood: Flood, limits: QuicLimits): QuicFailure {
  if (flood === 'overhead')
    return new QuicFailure('quic_flood', `more than ${limits.quicOverheadBytes} bytes outside of streams`)
  const most =
    flood === 'bytes'
      ? `${limits.connectionBytes} bytes on one connection`
      : `${limits.strayDatagrams} datagrams that are no packet of the connection`
  return new QuicFailure('h3_flood', `more than ${most}`)
}
