import { join } from 'node:path'
import { bracketed } from '../process/bracketed.ts'
import { nginxText } from '../sandbox/server/nginx.ts'
import { CONTENT_TYPE_BY_EXTENSION } from './content-types.ts'
import type { ServeOrder } from './serve-order.ts'
import { DEFAULT_PORTS } from './serve-order.ts'

/** nginx's configuration; every file that it writes lies below `prefix`. */
export function nginxServing(order: ServeOrder, prefix: string): string {
  const secure = order.alpn.includes('h2') ? ' ssl http2' : ' ssl'
  return configuration(order, prefix, { settings: [], secure: [secure], lines: [] })
}

/**
 * That of one with HTTP/3, whose HTTP/2 is set in another way. OpenSSL's own choice of a key exchange would make its
 * handshakes longer than those of the other servers.
 */
export function nginxQuicServing(order: ServeOrder, prefix: string): string {
  const { alpn, altSvc, maxConcurrentStreams: streams, ports = DEFAULT_PORTS } = order
  const advertised = `'h3=":${ports.https}"; ma=${ALT_SVC_AGE_S}'`
  const settings = [
    'ssl_ecdh_curve X25519;',
    // A server that answers over HTTP/3 says that it speaks it; an empty header is not sent.
    `map ${altSvc ? '$https' : '$http3'} $alt_svc { '' ''; default ${advertised}; }`,
    ...(streams === null ? [] : [`http3_max_concurrent_streams ${streams};`]),
  ]
  const lines = [`http2 ${alpn.includes('h2') ? 'on' : 'off'};`, 'add_header Alt-Svc $alt_svc;']
  return configuration(order, prefix, {
    settings,
    secure: [' ssl', ...(alpn.includes('h3') ? [' quic'] : [])],
    lines: alpn.includes('h3') ? lines : lines.slice(0, 1),
  })
}

/** Seconds. */
const ALT_SVC_AGE_S = 86_400

interface OfVersion {
  /** Settings of `http`. */
  readonly settings: readonly string[]
  /** Flags of each socket of port 443. */
  readonly secure: readonly string[]
  /** Lines of each `server`. */
  readonly lines: readonly string[]
}

function configuration(order: ServeOrder, prefix: string, version: OfVersion): string {
  const { hosts, maxConcurrentStreams: streams, certFile, keyFile, sessionTickets = false } = order
  const types = Object.entries(CONTENT_TYPE_BY_EXTENSION).map(([end, type]) => `'${type}' ${end};`)
  const settings = [
    `types { ${types.join(' ')} }`,
    ...(streams === null ? [] : [`http2_max_concurrent_streams ${streams};`]),
    `ssl_certificate ${certFile};`,
    `ssl_certificate_key ${keyFile};`,
    'ssl_protocols TLSv1.3;',
    // OpenSSL sends some of another kind with tickets off.
    ...(sessionTickets ? [] : ['ssl_session_tickets off;', 'ssl_conf_command NumTickets 0;']),
    ...version.settings,
  ]
  const block = (address: string, flags: string, lines: readonly string[]): string =>
    serverBlock(order, address, flags, version.secure, [...version.lines, ...lines])
  const addresses = [...new Set(hosts.map(({ address }) => address))]
  const nobody = addresses.map((address) =>
    block(address, ' default_server', ['server_name _;', 'return 404;']),
  )
  const files = hosts.map(({ name, address }) =>
    block(address, '', [
      `server_name ${name};`,
      ...(order.cacheControl === null ? [] : [`add_header Cache-Control '${order.cacheControl}';`]),
      `root ${join(order.www, name)};`,
      'index index.html;',
    ]),
  )
  return nginxText(settings, [...nobody, ...files].join(''), prefix)
}

function serverBlock(
  { ports = DEFAULT_PORTS }: ServeOrder,
  address: string,
  flags: string,
  secure: readonly string[],
  lines: readonly string[],
): string {
  const host = bracketed(address)
  // The backlog belongs to the address, and may be set once; UDP has none.
  const backlog = flags === '' ? '' : ' backlog=4096'
  const listen = [
    ...secure.map(
      (kind) => `listen ${host}:${ports.https}${kind}${flags}${kind === ' quic' ? '' : backlog};`,
    ),
    `listen ${host}:${ports.http}${flags}${backlog};`,
  ]
  return `  server {\n${[...listen, ...lines].map((line) => `    ${line}`).join('\n')}\n  }\n`
}
