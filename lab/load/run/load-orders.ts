import { mix32 } from '../../../stats/rng.ts'
import { CLIENT_ADDRESS } from '../../network/addresses.ts'
import { DEFAULT_PORTS, type ServeOrder } from '../../origin/serve-order.ts'
import { quicCongestionControl, SERVERS, type ServerName } from '../../origin/servers.ts'
import { HEARTBEAT_PORT } from '../meter/heartbeats.ts'
import type { LoadOrder } from '../order.ts'
import { durationMs, type LoadPlan } from '../plan/load-plan.ts'
import type { PlannedLoad } from '../plan/planned-loads.ts'
import { type LoadPage, loadHost } from './load-page.ts'

/** Says what a server is to serve: the same for all arms, whichever of its protocols is loaded. */
export function serverOrder(server: ServerName, plan: LoadPlan, page: LoadPage): ServeOrder {
  return {
    server,
    www: page.www,
    hosts: [loadHost(plan)],
    ...page.certificate,
    think: {},
    maxConcurrentStreams: null,
    cacheControl: null,
    altSvc: false,
    alpn: SERVERS[server].protocols.toReversed(),
    sessionTickets: plan.connections === 'resumed',
    quicInitialWindowPackets: null,
    quicCongestionControl: quicCongestionControl(server, plan.congestionControl),
    apache: plan.apache,
    heartbeatTo: `${CLIENT_ADDRESS}:${HEARTBEAT_PORT}`,
  }
}

/** Says what the load program is to do. Users of one repetition arrive at the same moments under each arm. */
export function programOrder({ arm, repetition }: PlannedLoad, plan: LoadPlan, page: LoadPage): LoadOrder {
  const isClear = arm === 'http'
  const { ramp, connections, thinkMs, pageLimitMs, connectLimitMs, seed } = plan
  return {
    protocol: isClear ? 'h1' : arm,
    hosts: [{ ...loadHost(plan), port: isClear ? DEFAULT_PORTS.http : DEFAULT_PORTS.https }],
    resources: page.resources,
    caFile: isClear ? null : page.caFile,
    connections,
    ramp: [
      { atMs: 0, users: 1 },
      { atMs: ramp.rampMs, users: ramp.users },
    ],
    durationMs: durationMs(ramp),
    pagesPerUser: null,
    thinkMs,
    pageLimitMs,
    connectLimitMs,
    seed: mix32(seed, repetition),
  }
}
