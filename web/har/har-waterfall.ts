import type { WaterfallLoad, WaterfallRequest } from '../charts/waterfall-load.ts'
import type { HarEntry, HarFile, HarPageLoad } from './har-file.ts'
import { sslApart } from './har-set-up.ts'
import { armOf } from './protocol-words.ts'

/** The requests of a load as the dashboard draws them. For its owner’s eyes: the addresses are in it. */
export function harWaterfall(load: HarPageLoad, file: HarFile): WaterfallLoad {
  const { page, entries, document } = load
  const zeroMs = Math.min(...entries.map(({ startedMs }) => startedMs ?? Number.POSITIVE_INFINITY))
  const originMs = page?.startedMs ?? (Number.isFinite(zeroMs) ? zeroMs : 0)
  const proto = document?.protocol ?? null
  return {
    arm: proto === null ? 'this load' : (armOf(proto) ?? proto),
    label: null,
    which: 'as recorded in the file',
    marks: {
      TTFB: page?.fields.ttfb ?? null,
      FCP: page?.fields.firstContentfulPaint ?? null,
      LCP: page?.fields.largestContentfulPaint ?? null,
      load: positive(page?.onLoadMs),
    },
    requests: entries
      .map((entry) => requestOf(entry, originMs, file))
      .toSorted((a, b) => a.startMs - b.startMs),
  }
}

function requestOf(entry: HarEntry, originMs: number, file: HarFile): WaterfallRequest {
  const { blocked, dns, connect, ssl, send, wait, receive } = entry.timings
  // The chart takes `ssl` out of `connect`.
  const whole = sslApart(entry, file) === true ? (connect ?? 0) + (ssl ?? 0) : connect
  const phases = {
    blocked: applies(blocked),
    dns: applies(dns),
    connect: applies(whole),
    ssl: applies(ssl),
    send: applies(send),
    wait: applies(wait),
    receive: applies(receive),
  }
  return {
    startMs: Math.max(0, (entry.startedMs ?? originMs) - originMs),
    durationMs: Math.max(0, entry.timeMs ?? 0),
    url: entry.url,
    method: null,
    status: Math.max(0, entry.status ?? 0),
    error: null,
    protocol: entry.protocol,
    type: entry.type,
    sizeBytes: entry.sizeBytes,
    connection: entry.connection,
    fromCache: entry.fromCache,
    initialPriority: entry.initialPriority,
    priority: entry.priority,
    renderBlocking: entry.renderBlocking,
    initiator: null,
    phases,
  }
}

/** HAR has −1 for a phase that a request did not go through. */
function applies(timeMs: number | null): number | null {
  return timeMs === null || timeMs < 0 ? null : timeMs
}

function positive(atMs: number | null | undefined): number | null {
  return atMs === null || atMs === undefined || atMs <= 0 ? null : atMs
}
