import type { Load, RequestRecord } from '../../../../crawler/probe/load/load.ts'

/** A request of https://a.test/ that went well over h2, with what a test changes of it. */
export function request(changes: Partial<RequestRecord> = {}): RequestRecord {
  return {
    requestId: '1',
    url: 'https://a.test/',
    isMainDocument: false,
    protocol: 'h2',
    status: 200,
    remoteAddress: '192.0.2.1',
    connectionId: '1',
    error: null,
    responseHeaders: {},
    encodedBytes: 1_000,
    ...changes,
  }
}

/** A load of https://a.test/ that went well over h2, with what a test changes of it. */
export function load({ url = 'https://a.test/', ...changes }: Partial<Load> & { url?: string } = {}): Load {
  const { protocol = 'h2', status = 200, failure = null } = changes
  return {
    startedAt: '2026-11-21T12:00:00.000Z',
    failure,
    status,
    finalUrl: url,
    protocol,
    events: [],
    timings: null,
    requests: [request({ url, isMainDocument: true, protocol, status })],
    connections: [],
    filmstrip: null,
    wallMs: 500,
    ...changes,
  }
}
