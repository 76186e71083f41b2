import type { PageLoad } from '../../../extension/capture/types.ts'

/** The navigation of a cold load over HTTP/2 as Chromium tells it. */
export const NAVIGATION: Readonly<Record<string, number | string>> = {
  ...{ name: 'https://www.site.test/', entryType: 'navigation', type: 'navigate', startTime: 0 },
  ...{ initiatorType: 'navigation', deliveryType: '', nextHopProtocol: 'h2' },
  ...{ redirectCount: 0, activationStart: 0, workerStart: 0, redirectStart: 0, redirectEnd: 0 },
  ...{ fetchStart: 2.1, domainLookupStart: 10, domainLookupEnd: 21, connectStart: 21 },
  ...{ secureConnectionStart: 50.4, connectEnd: 90, requestStart: 91, firstInterimResponseStart: 0 },
  ...{ finalResponseHeadersStart: 270, responseStart: 270, responseEnd: 390.6, duration: 820 },
  ...{
    domContentLoadedEventStart: 500,
    domContentLoadedEventEnd: 510,
    loadEventStart: 812.7,
    loadEventEnd: 820,
  },
  ...{ transferSize: 5_300, encodedBodySize: 5_000, decodedBodySize: 15_000, responseStatus: 200 },
}

export interface PageFacts {
  readonly navigation?: Readonly<Record<string, number | string>> | null
  readonly resources?: readonly Readonly<Record<string, number | string>>[]
  readonly hiddenBeforeLoad?: boolean | null
}

/** A load of a listed site’s root page that can be contributed, but for what is given. */
export function pageLoad({
  navigation = {},
  resources = [],
  hiddenBeforeLoad = false,
}: PageFacts = {}): PageLoad {
  return {
    origin: 'https://www.site.test',
    pathname: '/',
    hasQuery: false,
    timings: {
      timeOriginMs: Date.UTC(2026, 10, 21, 12),
      navigation: navigation === null ? null : { ...NAVIGATION, ...navigation },
      paints: [],
      largestContentfulPaints: [],
      resources,
    },
    hiddenBeforeLoad,
    connectionType: null,
  }
}
