import type { Exchange } from '../../../model/recording/exchange.ts'
import type { RecordedHost } from '../../../model/recording/host.ts'
import { RECORDING, type Recording } from '../../../model/recording/recording.ts'
import { RECORDING_FORMAT, RECORDING_VERSION } from '../../../model/recording/version.ts'

/**
 * A recording without folder; exchanges and hosts as given, everything else as it mostly is.
 * @param timesLoads how many loads for times follow the one for bodies
 */
export function madeRecording(
  exchanges: readonly (Partial<Exchange> & Pick<Exchange, 'url'>)[],
  hosts: readonly (Partial<RecordedHost> & Pick<RecordedHost, 'host'>)[],
  timesLoads = 2,
): Recording {
  const bodiesLoad = { ordinal: 0, purpose: 'bodies', startedAt: null, failure: null, metrics: {} }
  return RECORDING.parse({
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    tool: { name: 'towline', version: '0' },
    source: { kind: 'live', file: null },
    pageUrl: exchanges[0]?.url,
    document: 0,
    recordedAt: '2026-11-01T10:00:00.000Z',
    browser: null,
    userAgent: null,
    link: null,
    loads: [
      bodiesLoad,
      ...Array.from({ length: timesLoads }, (_, index) => ({
        ...bodiesLoad,
        ordinal: index + 1,
        purpose: 'times',
      })),
    ],
    hosts: hosts.map((host) => ({
      ...{ scheme: 'https', port: 443, address: '192.0.2.1', protocol: 'h2', certificate: null, loads: [] },
      ...host,
    })),
    exchanges: exchanges.map((exchange, id) => ({ ...EXCHANGE, id, ...exchange })),
    notReplayed: [],
    leftOut: [],
    removedHeaders: [],
  })
}

const EXCHANGE: Omit<Exchange, 'id' | 'url'> = {
  method: 'GET',
  requestHeaders: [],
  requestBody: null,
  status: 200,
  statusText: 'OK',
  responseHeaders: [],
  contentEncoding: null,
  body: null,
  bodyMissing: null,
  redirectTo: null,
  redirectedFrom: null,
  initiator: { type: 'parser', exchange: null },
  resourceType: null,
  priority: null,
  fromServiceWorker: false,
  failure: null,
  protocol: 'h2',
  timings: [],
}
