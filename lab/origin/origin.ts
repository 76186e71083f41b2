import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerCommand } from '../process/server-command.ts'
import { apacheCommand } from '../sandbox/server/apache.ts'
import { caddyCommand } from '../sandbox/server/caddy.ts'
import { nginxCommand } from '../sandbox/server/nginx.ts'
import { apacheServing } from './apache.ts'
import { caddyServing } from './caddy.ts'
import { nginxQuicServing, nginxServing } from './nginx.ts'
import type { ServeOrder } from './serve-order.ts'
import { DEFAULT_PORTS } from './serve-order.ts'
import type { ServerProgram } from './server-program.ts'
import { SERVERS } from './servers.ts'
import { towlineServing } from './towline.ts'

/**
 * The server's program and configuration of an order, which is written below `folder`. Whoever starts it
 * does so where the addresses are; it is ready when its ports listen (`originListeners`). What it cannot do is not asked of it:
 * plans are refused before (lab/plan/cell-condition.ts).
 */
export async function serverCommand(
  order: ServeOrder,
  folder: string,
  program: ServerProgram,
): Promise<readonly ServerCommand[]> {
  const serverFolder = join(folder, order.server)
  await mkdir(serverFolder, { recursive: true })
  const { path, env } = program
  switch (SERVERS[order.server].program) {
    case 'towline-origin':
    case 'towline-quiche': {
      const config = join(serverFolder, 'origin.json')
      await writeFile(config, towlineServing(order))
      return [{ name: order.server, argv: [path, config], env }]
    }
    case 'caddy':
      await writeFile(join(serverFolder, 'caddy.json'), caddyServing(order, serverFolder))
      return [caddyCommand(path, env, serverFolder)]
    case 'nginx':
      await writeFile(join(serverFolder, 'nginx.conf'), nginxServing(order, serverFolder))
      return [nginxCommand(path, env, serverFolder)]
    case 'nginx-quic':
      await writeFile(join(serverFolder, 'nginx.conf'), nginxQuicServing(order, serverFolder))
      return [nginxCommand(path, env, serverFolder)]
    case 'apache':
      await writeFile(
        join(serverFolder, 'apache.conf'),
        apacheServing(order, serverFolder, program.apacheModules),
      )
      return [apacheCommand(path, env, serverFolder)]
  }
}

/** `tcp ADDRESS PORT` and `udp ADDRESS PORT` of everything that listens once the server is up, for await-listeners.ts. */
export function originListeners(order: Pick<ServeOrder, 'hosts' | 'alpn' | 'ports'>): string[] {
  const { hosts, alpn, ports = DEFAULT_PORTS } = order
  const overTcp = alpn.some((protocol) => protocol !== 'h3')
  const listeners = hosts.flatMap(({ address, ports: { http, https } = ports }) => [
    ...(http === null ? [] : [`tcp ${address} ${http}`]),
    ...(https !== null && overTcp ? [`tcp ${address} ${https}`] : []),
    ...(https !== null && alpn.includes('h3') ? [`udp ${address} ${https}`] : []),
  ])
  return [...new Set(listeners)]
}
