import type { Entry } from 'har-format'
import { resourceType } from '../../har/resource-type.ts'
import type { WaterfallLoad, WaterfallRequest } from '../../web/charts/waterfall-load.ts'
import { armOf } from '../../web/har/protocol-words.ts'
import type { PageTimings } from '../capture/types.ts'
import { pageHar } from '../har/page-har.ts'

/** The page's requests as the dashboard draws them, by the phases that its HAR has. */
export function pageWaterfall(timings: PageTimings): WaterfallLoad {
  const { navigation, paints } = timings
  const protocol = String(navigation?.nextHopProtocol ?? '')
  const momentMs = (name: string) => positive(navigation?.[name])
  return {
    arm: armOf(protocol) ?? (protocol === '' ? 'this load' : protocol),
    label: null,
    which: 'this load, as far as the page can read it',
    marks: {
      TTFB: momentMs('responseStart'),
      FCP: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? null,
      LCP: null,
      load: momentMs('loadEventStart'),
    },
    requests: (pageHar(timings, NAMELESS)?.log.entries ?? []).map((entry) =>
      requestOf(entry, timings.timeOriginMs),
    ),
  }
}

/** A drawing does not say who made it. */
const NAMELESS = { title: '', version: '', browserName: '', browserVersion: '' }

function requestOf(
  { request, response, startedDateTime, time, timings }: Entry,
  originMs: number,
): WaterfallRequest {
  return {
    startMs: Math.max(0, Date.parse(startedDateTime) - originMs),
    durationMs: time,
    url: request.url,
    method: null,
    // 0 is unknown here, not "no response": browsers make no entry without one.
    status: response.status || 200,
    error: null,
    protocol: response.httpVersion || null,
    type: resourceType(response.content.mimeType, null),
    sizeBytes: positive(response._transferSize),
    // The page cannot see these.
    connection: null,
    fromCache: null,
    initialPriority: null,
    priority: null,
    renderBlocking: null,
    initiator: null,
    phases: {
      blocked: applies(timings.blocked),
      dns: applies(timings.dns),
      connect: applies(timings.connect),
      ssl: applies(timings.ssl),
      send: applies(timings.send),
      wait: applies(timings.wait),
      receive: applies(timings.receive),
    },
  }
}

/** HAR has −1 for what does not apply. */
const applies = (ms: number | undefined): number | null => (ms === undefined || ms < 0 ? null : ms)
const positive = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null)
