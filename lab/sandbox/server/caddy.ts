import { join } from 'node:path'
import { bracketed } from '../../process/bracketed.ts'
import type { ServerCommand } from '../../process/server-command.ts'
import type { Certificates } from '../site/certificates.ts'
import { type Host, httpPorts, httpsPorts } from '../site/hosts.ts'
import type { SiteAnswer } from '../site/site-spec.ts'
import { caddyLog } from './access-log.ts'
import type { Programs } from './programs.ts'

const NO_CONTENT = 204

/**
 * Caddy's configuration as JSON: one server an address, because one server with several addresses repeats its
 * Alt-Svc header once for each.
 */
export function caddyConfig(
  hosts: readonly Host[],
  certificates: Certificates,
  folders: { readonly www: string; readonly state: string },
  addressOf: (name: string) => string,
  accessLog: string | null = null,
): string {
  const servers: Record<string, object> = {}
  const files = new Map<string, string>()
  for (const host of hosts) {
    const protocols = host.spec.protocols ?? ['h1', 'h2']
    for (const address of host.listen) {
      const socketHost = bracketed(address)
      const logging = accessLog !== null && { logs: { default_logger_name: address } }
      if (host.spec.https) {
        const { certFile, keyFile } = certificates.certificateFor(host)
        files.set(certFile, keyFile)
        for (const port of httpsPorts(host))
          servers[`${address}-${port}`] = {
            listen: [`${socketHost}:${port}`],
            protocols,
            automatic_https: { disable: true },
            ...logging,
            tls_connection_policies: [protocols.includes('h2') ? {} : { alpn: ['http/1.1'] }],
            routes: routesOf(host.name, host.spec.https, folders.www, addressOf),
          }
      }
      if (host.spec.http)
        for (const port of httpPorts(host))
          servers[`${address}-${port}`] = {
            listen: [`${socketHost}:${port}`],
            protocols: ['h1'],
            automatic_https: { disable: true },
            ...logging,
            routes: routesOf(host.name, host.spec.http, folders.www, addressOf),
          }
    }
  }
  return caddyJson(servers, files, folders.state, {}, accessLog)
}

/** The whole configuration; `files` are certificates with their keys. */
export function caddyJson(
  servers: Readonly<Record<string, object>>,
  files: ReadonlyMap<string, string>,
  state: string,
  tls: object = {},
  accessLog: string | null = null,
): string {
  return JSON.stringify({
    admin: { disabled: true },
    logging: {
      logs: {
        default: { level: 'ERROR' },
        ...(accessLog !== null && { requests: caddyLog(accessLog) }),
      },
    },
    storage: { module: 'file_system', root: state },
    apps: {
      http: { servers, grace_period: '1ms' },
      tls: {
        certificates: {
          load_files: [...files].map(([certificate, key]) => ({ certificate, key })),
        },
        ...tls,
      },
    },
  })
}

/** Starts it by `caddy.json` of a folder, where it keeps its own files too. */
export function caddyCommand(program: string, env: Programs['env'], folder: string): ServerCommand {
  return {
    name: 'caddy',
    argv: [program, 'run', '--config', join(folder, 'caddy.json')],
    // A link must see every packet: segmentation offload hands it bursts of QUIC as one.
    env: {
      ...env,
      QUIC_GO_DISABLE_GSO: 'true',
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  }
}

function routesOf(
  name: string,
  answer: SiteAnswer,
  www: string,
  addressOf: (name: string) => string,
): object[] {
  const headers = {
    handler: 'headers',
    response: {
      // Deferred: Caddy sets Server and Alt-Svc itself before the handlers run.
      deferred: true,
      set: Object.fromEntries(Object.entries(answer.headers ?? {}).map(([key, value]) => [key, [value]])),
      delete: answer.removeHeaders ?? [],
    },
  }
  const robots = answer.robots && {
    match: [{ path: ['/robots.txt'] }],
    handle: [
      { handler: 'static_response', status_code: answer.robots.status, body: answer.robots.text ?? '' },
    ],
    terminal: true,
  }
  const proxied = Object.entries(answer.proxied ?? {}).map(([path, host]) => ({
    match: [{ path: [path] }],
    handle: [
      { handler: 'reverse_proxy', flush_interval: -1, upstreams: [{ dial: `${addressOf(host)}:80` }] },
    ],
    terminal: true,
  }))
  return [
    { handle: [headers] },
    ...(robots ? [robots] : []),
    ...proxied,
    { handle: [bodyOf(name, answer, www)] },
  ]
}

function bodyOf(name: string, answer: SiteAnswer, www: string): object {
  if (answer.redirect !== undefined) {
    const origin = answer.redirect.replaceAll('{host}', '{http.request.host}')
    return {
      handler: 'static_response',
      status_code: answer.status ?? 301,
      headers: { Location: [`${origin}{http.request.uri}`] },
    }
  }
  if (answer.status !== undefined && answer.status !== 200)
    return {
      handler: 'static_response',
      status_code: answer.status,
      ...(answer.status !== NO_CONTENT && { body: `${answer.status}\n` }),
    }
  return { handler: 'file_server', root: join(www, name) }
}
