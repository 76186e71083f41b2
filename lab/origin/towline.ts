import { CONTENT_TYPE_BY_EXTENSION } from './content-types.ts'
import type { ServeOrder } from './serve-order.ts'
import { DEFAULT_PORTS } from './serve-order.ts'

/** The configuration of the origin program, JSON; program/src/config.rs reads it and knows no other key. */
export function towlineServing(order: ServeOrder): string {
  const { http, https } = order.ports ?? DEFAULT_PORTS
  return JSON.stringify({
    www: order.www,
    replay: order.replayFile ?? null,
    hosts: order.hosts.map(({ name, address, ports, alpn, certificate }) => ({
      name,
      address,
      ports: ports ?? null,
      alpn: alpn ?? null,
      certificate: certificate ?? null,
    })),
    certFile: order.certFile,
    keyFile: order.keyFile,
    httpPort: http,
    httpsPort: https,
    think: order.think,
    ...(order.hints && { hints: order.hints }),
    maxConcurrentStreams: order.maxConcurrentStreams,
    cacheControl: order.cacheControl,
    altSvc: order.altSvc,
    alpn: order.alpn,
    sessionTickets: order.sessionTickets ?? false,
    keyExchange: order.keyExchange ?? null,
    earlyData: order.earlyData ?? false,
    connectionsSaid: order.connectionsSaid ?? false,
    quicInitialWindowPackets: order.quicInitialWindowPackets,
    quicCongestionControl: order.quicCongestionControl ?? null,
    slowStart: order.quicSlowStart ?? 'classic',
    priorities: order.priorities ?? false,
    originFrame: order.originFrame ?? false,
    contentTypes: CONTENT_TYPE_BY_EXTENSION,
  })
}
