import type { Entry, Har, Timings } from 'har-format'
import type { PageTimings, SampleArtifacts } from '../../../model/artifacts.ts'

/** Nothing could be had. */
export const NOTHING: SampleArtifacts = { timings: null, har: null, connections: null, packets: null }

export interface EntryFacts {
  readonly url?: string
  readonly httpVersion?: string
  readonly status?: number
  readonly address?: string
  readonly connection?: string
  readonly transferBytes?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly timings?: Partial<Timings>
}

/** An entry of a HAR as chrome-har makes them, with nothing remarkable but what is given. */
export function harEntry(facts: EntryFacts = {}): Entry {
  const { url = 'https://a.test/', httpVersion = 'h2', status = 200, headers = {} } = facts
  return {
    startedDateTime: '2026-11-21T00:00:00.000Z',
    time: 0,
    request: {
      method: 'GET',
      url,
      httpVersion,
      cookies: [],
      headers: [],
      queryString: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status,
      statusText: '',
      httpVersion,
      cookies: [],
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      content: { size: 0, mimeType: 'text/html' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      ...(facts.transferBytes === undefined ? {} : { _transferSize: facts.transferBytes }),
    },
    cache: {},
    timings: { blocked: 1, dns: -1, connect: -1, ssl: -1, send: 0.5, wait: 10, receive: 2, ...facts.timings },
    ...(facts.address === undefined ? {} : { serverIPAddress: facts.address }),
    ...(facts.connection === undefined ? {} : { connection: facts.connection }),
  }
}

export function harOf(entries: readonly EntryFacts[]): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'towline', version: '0.1.0' },
      pages: [],
      entries: entries.map(harEntry),
    },
  }
}

/** A sample of which nothing but its HAR is there. */
export function withHar(entries: readonly EntryFacts[]): SampleArtifacts {
  return { ...NOTHING, har: harOf(entries) }
}

/** A page that did all it was asked to, with moments that can be told from each other. */
export const PAGE: PageTimings = {
  timeOriginMs: 1_763_683_200_000.25,
  navigation: {
    startTime: 0,
    responseStart: 120.5,
    domContentLoadedEventStart: 300.25,
    domContentLoadedEventEnd: 310,
    loadEventStart: 812.75,
    loadEventEnd: 820,
    nextHopProtocol: 'h2',
  },
  paints: [
    { name: 'first-paint', startTime: 180 },
    { name: 'first-contentful-paint', startTime: 190.5 },
  ],
  largestContentfulPaints: [
    { startTime: 190.5, renderTime: 190.5, loadTime: 0, size: 100, url: '' },
    { startTime: 450.25, renderTime: 450.25, loadTime: 440, size: 9_000, url: 'https://a.test/hero.jpg' },
  ],
  resources: [],
}
