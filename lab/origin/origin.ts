import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apacheCommand } from '../sandbox/server/apache.ts'
import { caddyCommand } from '../sandbox/server/caddy.ts'
import { nginxCommand } from '../sandbox/server/nginx.ts'
import type { ServerCommand } from '../sandbox/server/servers.ts'
import { apacheServing } from './apache.ts'
import { caddyServing } from './caddy.ts'
import { nginxServing } from './nginx.ts'
import type { ServerProgram } from './server-program.ts'
import type { Protocol, QuicCongestionControl, ServerName } from './servers.ts'
import { towlineServing } from './towline.ts'
import { whyServerCannot } from './why-server-cannot.ts'

/** What is to be served, by whom and how. */
export interface ServeOrder {
  readonly server: ServerName
  /** Document root: `www/<host>/<path>`, decoded; a path that ends in `/` is `index.html` there. */
  readonly www: string
  /** Each name and the address it is served on; several names an address, several addresses a name. */
  readonly hosts: readonly { readonly name: string; readonly address: string }[]
  /** Of each address; `https` also of UDP, for h3. Default 80 and 443. */
  readonly ports?: Ports
  /** PEM; one certificate that names all hosts, with its chain. */
  readonly certFile: string
  readonly keyFile: string
  /** `host/path` to milliseconds that the server waits before it answers. */
  readonly think: Readonly<Record<string, number>>
  /** Of h2 and h3 alike; null: the server's own (`SERVERS`). */
  readonly maxConcurrentStreams: number | null
  /** Value of the response header; null: none. */
  readonly cacheControl: string | null
  /** Advertises h3 on HTTPS over TCP, in one header. */
  readonly altSvc: boolean
  /** What is offered on port 443, the first one preferred. */
  readonly alpn: readonly Protocol[]
  /** Packets of 1,452 bytes; null: the server's own. */
  readonly quicInitialWindowPackets: number | null
  /** `host/path` to its type, where that is not the one of its file's end. Default: none. */
  readonly contentTypes?: Readonly<Record<string, string>>
  /** Lets pages of any origin use the files, as fonts of another host need (CORS). Default: false. */
  readonly allowAnyOrigin?: boolean
  /** Null or left out: the server's own. */
  readonly quicCongestionControl?: QuicCongestionControl | null
}

export interface Ports {
  readonly http: number
  readonly https: number
}

export const DEFAULT_PORTS: Ports = { http: 80, https: 443 }

/**
 * What an order comes to: the server's program and configuration, which is written below `folder`. Whoever starts it
 * does so where the addresses are; it is ready when its ports listen (`listenersOf`).
 * @throws RangeError where the server cannot do what is asked (`whyServerCannot` tells beforehand)
 */
export async function serverCommand(
  order: ServeOrder,
  folder: string,
  program: ServerProgram,
): Promise<readonly ServerCommand[]> {
  const why = whyServerCannot(order)
  if (why !== null) throw new RangeError(why)
  const own = join(folder, order.server)
  await mkdir(own, { recursive: true })
  const { path, env } = program
  switch (order.server) {
    case 'towline': {
      const config = join(own, 'origin.json')
      await writeFile(config, towlineServing(order))
      return [{ name: 'towline', argv: [path, config], env }]
    }
    case 'caddy':
      await writeFile(join(own, 'caddy.json'), caddyServing(order, own))
      return [caddyCommand(path, env, own)]
    case 'nginx':
      await writeFile(join(own, 'nginx.conf'), nginxServing(order, own))
      return [nginxCommand(path, env, own)]
    case 'apache':
      await writeFile(join(own, 'apache.conf'), apacheServing(order, own, program.apacheModules))
      return [apacheCommand(path, env, own)]
  }
}

/** `tcp ADDRESS PORT` and `udp ADDRESS PORT` of everything that listens once the server is up, for await-listeners.ts. */
export function listenersOf(order: Pick<ServeOrder, 'hosts' | 'alpn' | 'ports'>): string[] {
  const { hosts, alpn, ports = DEFAULT_PORTS } = order
  const overTcp = alpn.some((protocol) => protocol !== 'h3')
  return [...new Set(hosts.map(({ address }) => address))].flatMap((address) => [
    `tcp ${address} ${ports.http}`,
    ...(overTcp ? [`tcp ${address} ${ports.https}`] : []),
    ...(alpn.includes('h3') ? [`udp ${address} ${ports.https}`] : []),
  ])
}
