import { join } from 'node:path'
import { bracketed } from '../process/bracketed.ts'
import { nginxText } from '../sandbox/server/nginx.ts'
import { CONTENT_TYPE_BY_EXTENSION } from './content-types.ts'
import type { ServeOrder } from './serve-order.ts'
import { DEFAULT_PORTS } from './serve-order.ts'

/** nginx's configuration; every file that it writes lies below `prefix`. */
export function nginxServing(order: ServeOrder, prefix: string): string {
  const { hosts, maxConcurrentStreams: streams, certFile, keyFile, sessionTickets = false } = order
  const types = Object.entries(CONTENT_TYPE_BY_EXTENSION).map(([end, type]) => `'${type}' ${end};`)
  const settings = [
    `types { ${types.join(' ')} }`,
    ...(streams === null ? [] : [`http2_max_concurrent_streams ${streams};`]),
    `ssl_certificate ${certFile};`,
    `ssl_certificate_key ${keyFile};`,
    'ssl_protocols TLSv1.3;',
    // With tickets off OpenSSL still sends some, of another kind.
    ...(sessionTickets ? [] : ['ssl_session_tickets off;', 'ssl_conf_command NumTickets 0;']),
  ]
  const addresses = [...new Set(hosts.map(({ address }) => address))]
  const nobody = addresses.map((address) =>
    block(order, address, ' default_server', ['server_name _;', 'return 404;']),
  )
  const files = hosts.map(({ name, address }) =>
    block(order, address, '', [
      `server_name ${name};`,
      ...(order.cacheControl === null ? [] : [`add_header Cache-Control '${order.cacheControl}';`]),
      `root ${join(order.www, name)};`,
      'index index.html;',
    ]),
  )
  return nginxText(settings, [...nobody, ...files].join(''), prefix)
}

function block(order: ServeOrder, address: string, flags: string, lines: readonly string[]): string {
  const { alpn, ports = DEFAULT_PORTS } = order
  const host = bracketed(address)
  // The backlog belongs to the address, and may be set once.
  const backlog = flags === '' ? '' : ' backlog=4096'
  const secure = alpn.includes('h2') ? ' ssl http2' : ' ssl'
  const listen = [
    `listen ${host}:${ports.https}${secure}${flags}${backlog};`,
    `listen ${host}:${ports.http}${flags}${backlog};`,
  ]
  return `  server {\n${[...listen, ...lines].map((line) => `    ${line}`).join('\n')}\n  }\n`
}
