import type { HarPhases } from '../../../web/charts/phase.ts'
import type { WaterfallLoad, WaterfallRequest } from '../../../web/charts/waterfall-load.ts'

export const PHASES: HarPhases = {
  ...{ blocked: 2, dns: 10, connect: 40, ssl: 25, send: 1, wait: 60, receive: 30 },
}

/** Phases of a request on a connection that is already open. */
export const REUSED: HarPhases = { ...PHASES, dns: null, connect: null, ssl: null }

/** A request with nothing remarkable but what is given. */
export function request(given: Partial<WaterfallRequest> = {}): WaterfallRequest {
  const { status = 200, phases = PHASES } = given
  const { ssl: _, ...parts } = phases
  return {
    startMs: 0,
    durationMs: Object.values(parts).reduce<number>((sum, ms) => sum + (ms ?? 0), 0),
    url: 'https://site.test/',
    method: 'GET',
    status,
    error: status === 0 ? 'net::ERR_FAILED' : null,
    protocol: 'h2',
    type: 'image',
    sizeBytes: 1_500,
    connection: '7',
    fromCache: false,
    initialPriority: 'Low',
    priority: 'Low',
    renderBlocking: null,
    initiator: null,
    phases,
    ...given,
  }
}

export function load(arm: string, requests: readonly WaterfallRequest[]): WaterfallLoad {
  return {
    arm,
    label: null,
    which: 'the median of 9 samples by time on wire, round 3',
    marks: { TTFB: 60, FCP: 200, LCP: 205, load: 400 },
    requests,
  }
}

/** As many requests as any page has, over six connections, every 50th without a response. */
export function largeLoad(arm: string, requests: number): WaterfallLoad {
  return load(
    arm,
    Array.from({ length: requests }, (_, i) =>
      request({
        url: `https://host-${i % 3}.test/${i}.png`,
        startMs: i < 6 ? 0 : 60 + 3 * i,
        status: i % 50 === 49 ? 0 : 200,
        connection: i % 50 === 49 ? null : String(i % 6),
        phases: i < 6 ? PHASES : REUSED,
      }),
    ),
  )
}
