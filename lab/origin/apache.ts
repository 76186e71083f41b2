import { join } from 'node:path'
import { bracketed } from '../process/bracketed.ts'
import { apacheText } from '../sandbox/server/apache.ts'
import { CONTENT_TYPE_BY_EXTENSION } from './content-types.ts'
import type { ApacheWorkers, ServeOrder } from './serve-order.ts'
import { DEFAULT_PORTS } from './serve-order.ts'

/** Apache's configuration; every file that it writes lies below `state`. */
export function apacheServing(order: ServeOrder, state: string, modules: string): string {
  const { hosts, www, alpn, maxConcurrentStreams: streams, certFile, keyFile, ports = DEFAULT_PORTS } = order
  const { apache = APACHE_WORKERS, heartbeatTo, sessionTickets = false } = order
  const addresses = [...new Set(hosts.map(({ address }) => bracketed(address)))]
  const settings = [
    ...addresses.flatMap((address) => [
      `Listen ${address}:${ports.https} https`,
      `Listen ${address}:${ports.http} http`,
    ]),
    ...Object.entries(CONTENT_TYPE_BY_EXTENSION).map(([end, type]) => `AddType "${type}" .${end}`),
    ...(streams === null ? [] : [`H2MaxSessionStreams ${streams}`]),
    ...processes(apache),
    ...(heartbeatTo === undefined ? [] : [`HeartbeatAddress ${heartbeatTo}`]),
    // The default of 5 seconds closes a connection of a slow page.
    'KeepAliveTimeout 300',
    'ProtocolsHonorOrder On',
    `SSLCertificateFile ${certFile}`,
    `SSLCertificateKeyFile ${keyFile}`,
    'SSLProtocol TLSv1.3',
    // OpenSSL sends some of another kind with tickets off.
    ...(sessionTickets ? [] : ['SSLSessionTickets off', 'SSLOpenSSLConfCmd NumTickets 0']),
  ]
  const secure = ['SSLEngine on', `Protocols ${alpn.join(' ')}`]
  // The first of an address is for whom none is named.
  const nobody = addresses.flatMap((address) => [
    block(address, ports.https, ['ServerName unknown.invalid', ...secure, 'Redirect 404 /']),
    block(address, ports.http, ['ServerName unknown.invalid', 'Redirect 404 /']),
  ])
  const files = hosts.flatMap(({ name, address }) => {
    const lines = [
      `ServerName ${name}`,
      `DocumentRoot ${join(www, name)}`,
      ...(order.cacheControl === null ? [] : [`Header set Cache-Control '${order.cacheControl}'`]),
    ]
    return [
      block(bracketed(address), ports.https, [...secure, ...lines]),
      block(bracketed(address), ports.http, ['Protocols http/1.1', ...lines]),
    ]
  })
  return apacheText(
    settings,
    [...nobody, ...files],
    { www, state, modules },
    { mpm: apache.mpm, modules: heartbeatTo === undefined ? [] : ['heartbeat'] },
  )
}

/** A thread for each connection of a page of seven shards over HTTP/1.1 (6 connections each). */
export const APACHE_WORKERS: ApacheWorkers = { mpm: 'event', workers: 64 }

/** One process; the limit of its threads has to come before their number. */
function processes({ workers }: ApacheWorkers): string[] {
  return [
    ...['StartServers 1', 'ServerLimit 1', `ThreadLimit ${workers}`, `ThreadsPerChild ${workers}`],
    ...[`MinSpareThreads 1`, `MaxSpareThreads ${workers}`, `MaxRequestWorkers ${workers}`],
  ]
}

function block(address: string, port: number, lines: readonly string[]): string {
  return `<VirtualHost ${address}:${port}>\n${lines.map((line) => `  ${line}`).join('\n')}\n</VirtualHost>`
}
