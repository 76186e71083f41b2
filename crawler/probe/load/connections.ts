import type { Protocol } from 'puppeteer'
import type { ConnectionRecord } from '../../../model/artifacts.ts'
import type { CdpEvent } from './cdp-event.ts'
import { addressOf, connectionOf } from './response-connection.ts'

type Draft = { -readonly [Key in keyof ConnectionRecord]: ConnectionRecord[Key] }

/** The transport connections that carried at least one request, in the order of their first responses. */
export function connectionsOf(events: readonly CdpEvent[]): ConnectionRecord[] {
  const connections = new Map<string, Draft>()
  /** Answered from the page's memory: the response, with its connection, comes a second time. */
  const cached = new Set<string>()
  const carry = (response: Protocol.Network.Response): void => {
    const id = connectionOf(response)
    if (id === null) return
    const known = connections.get(id)
    const connection = known ?? newConnection(id, response)
    if (!known) connections.set(id, connection)
    connection.requests += 1
    const { hostname } = new URL(response.url)
    if (!connection.hosts.includes(hostname)) connection.hosts = [...connection.hosts, hostname]
    const { timing } = response
    if (response.connectionReused || timing === undefined || timing.connectStart < 0) return
    connection.connectMs ??= timing.connectEnd - timing.connectStart
    if (timing.sslStart >= 0) connection.sslMs ??= timing.sslEnd - timing.sslStart
  }
  for (const { method, params } of events) {
    if (method === 'Network.requestServedFromCache') cached.add(params.requestId)
    if (method === 'Network.requestWillBeSent' && params.redirectResponse) carry(params.redirectResponse)
    if (method === 'Network.responseReceived' && !cached.has(params.requestId)) carry(params.response)
  }
  return [...connections.values()]
}

function newConnection(id: string, response: Protocol.Network.Response): Draft {
  return {
    id,
    protocol: response.protocol ?? 'unknown',
    remoteAddress: addressOf(response),
    remotePort: response.remotePort ?? null,
    hosts: [],
    requests: 0,
    connectMs: null,
    sslMs: null,
  }
}
