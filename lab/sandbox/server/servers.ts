import { mkdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ECHO_PORT } from '../../link/measure/echo.ts'
import { nodeEnvironment } from '../../process/node-environment.ts'
import type { ServerCommand } from '../../process/server-command.ts'
import type { HardListener } from '../hard/hard-listener.ts'
import { GATEWAY, RESOLVER, ZOO_DNS } from '../site/addresses.ts'
import type { Certificates } from '../site/certificates.ts'
import { type Host, httpPorts, httpsPorts } from '../site/hosts.ts'
import type { BehaviourSpec } from '../site/site-spec.ts'
import type { Listed } from '../site/sites.ts'
import type { ZooListener, ZooOrder } from '../zoo/listener.ts'
import { accessLogFile } from './access-log.ts'
import { apacheCommand, apacheConfig } from './apache.ts'
import { caddyCommand, caddyConfig } from './caddy.ts'
import { dnsmasqConfig } from './dnsmasq.ts'
import { lighttpdConfig } from './lighttpd.ts'
import { nginxCommand, nginxConfig } from './nginx.ts'
import type { Programs } from './programs.ts'

/** Writes the configuration of every server below `folder`. Returns how to start them. */
export async function configureServers(
  folder: string,
  hosts: readonly Host[],
  listed: readonly Listed[],
  certificates: Certificates,
  programs: Programs,
  accessLog = false,
): Promise<ServerCommand[]> {
  const logOf = (server: 'nginx' | 'caddy') => (accessLog ? accessLogFile(folder, server) : null)
  const www = join(folder, 'www')
  const hostsServedBy = (server: Host['server']) => hosts.filter((host) => host.server === server)
  const makeFolder = async (name: string) => {
    const serverFolder = join(folder, name)
    await mkdir(serverFolder, { recursive: true })
    return serverFolder
  }
  const dnsmasq = join(await makeFolder('dnsmasq'), 'dnsmasq.conf')
  await writeFile(dnsmasq, dnsmasqConfig(hosts, listed, join(folder, 'dnsmasq', 'pid')))
  const caddy = await makeFolder('caddy')
  const addressOf = (name: string) => {
    const [address] = hosts.find((host) => host.name === name)?.listen ?? []
    if (address === undefined) throw new Error(`nothing listens at ${name}`)
    return address
  }
  const caddyFolders = { www, state: caddy }
  await writeFile(
    join(caddy, 'caddy.json'),
    caddyConfig(hostsServedBy('caddy'), certificates, caddyFolders, addressOf, logOf('caddy')),
  )
  const nginx = await makeFolder('nginx')
  await writeFile(
    join(nginx, 'nginx.conf'),
    nginxConfig(hostsServedBy('nginx'), certificates, { www, prefix: nginx }, logOf('nginx')),
  )
  const apache = await makeFolder('apache')
  const apacheFolders = { www, state: apache, modules: programs.apacheModules }
  await writeFile(
    join(apache, 'apache.conf'),
    apacheConfig(hostsServedBy('apache'), certificates, apacheFolders),
  )
  const lighttpd = join(await makeFolder('lighttpd'), 'lighttpd.conf')
  await writeFile(lighttpd, lighttpdConfig(hostsServedBy('lighttpd'), certificates, { www }))
  const ownFolder = await makeFolder('zoo')
  const zoo = join(ownFolder, 'zoo.json')
  await writeFile(zoo, JSON.stringify(zooOrder(hosts, certificates)))
  const hard = join(ownFolder, 'hard.json')
  await writeFile(hard, JSON.stringify(hardOrder(hostsServedBy('hard'), certificates)))
  const { path, env } = programs
  const program = join(import.meta.dirname, `../zoo/main${extname(import.meta.filename)}`)
  return [
    { name: 'dnsmasq', argv: [path.dnsmasq, '--keep-in-foreground', `--conf-file=${dnsmasq}`], env },
    caddyCommand(path.caddy, env, caddy),
    nginxCommand(path.nginx, env, nginx),
    apacheCommand(path.apache2, env, apache),
    { name: 'zoo', argv: [process.execPath, program, zoo, hard], env: nodeEnvironment(env.PATH) },
    { name: 'lighttpd', argv: [path.lighttpd, '-D', '-f', lighttpd, '-m', programs.lighttpdModules], env },
  ]
}

/** `tcp ADDRESS PORT` and `udp ADDRESS PORT` of everything that listens once all servers are up. */
export function sandboxListeners(hosts: readonly Host[]): string[] {
  return [
    `tcp ${RESOLVER} 53`,
    `udp ${RESOLVER} 53`,
    `tcp ${ZOO_DNS} 53`,
    `udp ${ZOO_DNS} 53`,
    `udp ${GATEWAY.ipv4} ${ECHO_PORT}`,
    ...hosts.flatMap((host) =>
      host.listen.flatMap((address) => {
        const { https, http, protocols, zoo443, zoo80, zooUdp443 } = host.spec
        const listeners = (transport: 'tcp' | 'udp', ports: readonly number[]): string[] =>
          ports.map((port) => `${transport} ${address} ${port}`)
        return [
          ...(https || zoo443 ? listeners('tcp', httpsPorts(host)) : []),
          ...(http || zoo80 ? listeners('tcp', httpPorts(host)) : []),
          ...(protocols?.includes('h3') || zooUdp443 ? listeners('udp', httpsPorts(host)) : []),
        ]
      }),
    ),
  ]
}

function hardOrder(hosts: readonly Host[], certificates: Certificates): HardListener[] {
  return hosts.flatMap((host) =>
    host.listen.flatMap((address): HardListener[] => [
      ...(host.spec.http ? httpPorts(host).map((port) => ({ address, port, tls: null })) : []),
      ...(host.spec.https
        ? httpsPorts(host).map((port) => ({ address, port, tls: certificates.certificateFor(host) }))
        : []),
    ]),
  )
}

/** Says what the zoo is to serve. A host's zoo ports may stand beside a real server on its other ports. */
function zooOrder(hosts: readonly Host[], certificates: Certificates): ZooOrder {
  return {
    dnsAddress: ZOO_DNS,
    echoAddress: GATEWAY.ipv4,
    listeners: hosts.flatMap((host) => {
      const { zoo443, zoo80, zooUdp443 } = host.spec
      const noTls = { certFile: null, keyFile: null }
      const listenersFor = (
        transport: ZooListener['transport'],
        port: number,
        behaviour: BehaviourSpec | undefined,
        files: Pick<ZooListener, 'certFile' | 'keyFile'>,
      ): ZooListener[] =>
        behaviour ? host.listen.map((address) => ({ transport, address, port, behaviour, ...files })) : []
      return [
        ...listenersFor('tcp', 443, zoo443, zoo443 ? certificates.certificateFor(host) : noTls),
        ...listenersFor('tcp', 80, zoo80, noTls),
        ...listenersFor(
          'udp',
          443,
          zooUdp443,
          zooUdp443 ? certificates.certificateFor(host, host.spec.certificateUdp) : noTls,
        ),
      ]
    }),
    names: hosts.flatMap(({ name, spec, a }) =>
      spec.dns ? [{ name, behaviour: spec.dns, address: a[0] ?? null }] : [],
    ),
  }
}
