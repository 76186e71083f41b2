import { join } from 'node:path'
import { bracketed } from '../process/bracketed.ts'
import { caddyJson } from '../sandbox/server/caddy.ts'
import { CONTENT_TYPE_BY_EXTENSION } from './content-types.ts'
import type { ServeOrder } from './serve-order.ts'
import { DEFAULT_PORTS } from './serve-order.ts'

/** Caddy's configuration as JSON: one server an address, or else its Alt-Svc header comes once for each. */
export function caddyServing(order: ServeOrder, state: string): string {
  const { hosts, alpn, certFile, keyFile, ports = DEFAULT_PORTS } = order
  const addresses = Map.groupBy(hosts, ({ address }) => address)
  const servers = [...addresses].flatMap(([address, addressHosts]) => {
    const host = bracketed(address)
    const routes = routesOf(
      order,
      addressHosts.map(({ name }) => name),
    )
    const common = { automatic_https: { disable: true }, routes }
    const secure = {
      listen: [`${host}:${ports.https}`],
      protocols: alpn.map((protocol) => PROTOCOLS[protocol]),
      tls_connection_policies: [
        { alpn: alpn.filter((protocol) => protocol !== 'h3'), protocol_min: 'tls1.3' },
      ],
    }
    return [
      [`${address}-https`, { ...common, ...secure }],
      [`${address}-http`, { ...common, listen: [`${host}:${ports.http}`], protocols: ['h1'] }],
    ]
  })
  const tls = { session_tickets: { disabled: !(order.sessionTickets ?? false) } }
  return caddyJson(Object.fromEntries(servers), new Map([[certFile, keyFile]]), state, tls)
}

const PROTOCOLS = { 'http/1.1': 'h1', h2: 'h2', h3: 'h3' } as const

/** Seconds. */
const ALT_SVC_AGE_S = 86_400

function routesOf(
  { www, cacheControl, altSvc, ports = DEFAULT_PORTS }: ServeOrder,
  names: readonly string[],
): object[] {
  const types = Object.entries(CONTENT_TYPE_BY_EXTENSION).map(([end, type]) => ({
    match: [{ path: end === 'html' ? ['*.html', '*/'] : [`*.${end}`] }],
    handle: [{ handler: 'headers', response: { set: { 'Content-Type': [type] } } }],
  }))
  const withHeaders = (match: object, response: object): object => ({
    match: [match],
    // Deferred: Caddy sets Alt-Svc itself before the handlers run, but not over HTTP/3.
    handle: [{ handler: 'headers', response: { deferred: true, ...response } }],
  })
  const overH3 = { protocol: 'http/3' }
  const headers = [
    withHeaders({}, { set: cacheControl === null ? {} : { 'Cache-Control': [cacheControl] } }),
    withHeaders(overH3, { set: { 'Alt-Svc': [`h3=":${ports.https}"; ma=${ALT_SVC_AGE_S}`] } }),
    ...(altSvc ? [] : [withHeaders({ not: [overH3] }, { delete: ['Alt-Svc'] })]),
  ]
  const files = names.map((name) => ({
    match: [{ host: [name] }],
    handle: [{ handler: 'file_server', root: join(www, name) }],
    terminal: true,
  }))
  const nobody = { handle: [{ handler: 'static_response', status_code: 404, body: 'no such host here\n' }] }
  return [...headers, ...types, ...files, nobody]
}
