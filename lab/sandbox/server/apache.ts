import { join } from 'node:path'
import { bracketed } from '../../process/bracketed.ts'
import type { ServerCommand } from '../../process/server-command.ts'
import type { Certificates } from '../site/certificates.ts'
import type { Host } from '../site/hosts.ts'
import type { SiteAnswer } from '../site/site-spec.ts'
import type { Programs } from './programs.ts'

/** Says how Apache shares its work among threads (docs of Apache: Multi-Processing Modules). */
export type ApacheMpm = 'event' | 'worker'

/** Modules that Debian does not build in, beside that of the MPM. */
const MODULES = ['unixd', 'authz_core', 'mime', 'dir', 'alias', 'rewrite', 'headers', 'ssl', 'http2']

/** Apache's configuration; every file that it writes lies below `state`. */
export function apacheConfig(
  hosts: readonly Host[],
  certificates: Certificates,
  folders: { readonly www: string; readonly state: string; readonly modules: string },
): string {
  const listen = new Set<string>()
  const blocks = hosts.flatMap((host) => {
    const { https, http, protocols = ['h1', 'h2'] } = host.spec
    const parts: string[] = []
    const addresses = host.listen.map(bracketed)
    if (https) {
      const { certFile, keyFile } = certificates.certificateFor(host)
      parts.push(
        block(addresses, 443, host.name, https, folders.www, [
          'SSLEngine on',
          `SSLCertificateFile ${certFile}`,
          `SSLCertificateKeyFile ${keyFile}`,
          `Protocols ${protocols.includes('h2') ? 'h2 ' : ''}http/1.1`,
        ]),
      )
    }
    if (http) parts.push(block(addresses, 80, host.name, http, folders.www, []))
    for (const address of addresses) {
      if (https) listen.add(`Listen ${address}:443 https`)
      if (http) listen.add(`Listen ${address}:80 http`)
    }
    return parts
  })
  const types = ['text/html .html', 'text/css .css', 'text/javascript .js', 'image/png .png']
  const settings = [...listen, ...types.map((each) => `AddType ${each}`)]
  return apacheText(settings, blocks, folders)
}

interface ApacheModules {
  /** Default: event. */
  readonly mpm?: ApacheMpm
  /** Modules beside those that all have. */
  readonly modules?: readonly string[]
}

/** The whole configuration: settings of the server, and its virtual hosts. */
export function apacheText(
  settings: readonly string[],
  blocks: readonly string[],
  folders: { readonly www: string; readonly state: string; readonly modules: string },
  { mpm = 'event', modules: others = [] }: ApacheModules = {},
): string {
  // Some distributions build unixd in; loading it twice is an error.
  const modules = [`mpm_${mpm}`, ...MODULES, ...others].map((name) => {
    const line = `LoadModule ${name}_module ${join(folders.modules, `mod_${name}.so`)}`
    return name === 'unixd' ? `<IfModule !unixd_module>\n${line}\n</IfModule>` : line
  })
  return `${[
    `ServerRoot ${folders.state}`,
    `DefaultRuntimeDir ${folders.state}`,
    `PidFile ${join(folders.state, 'pid')}`,
    `Mutex file:${folders.state} default`,
    'ServerName sandbox.test',
    ...modules,
    'ErrorLog /dev/stderr',
    'LogLevel error',
    'ListenBacklog 4096',
    'KeepAlive On',
    'MaxKeepAliveRequests 0',
    'DirectoryIndex index.html',
    'TypesConfig /dev/null',
    ...settings,
    `<Directory ${folders.www}>\n  Require all granted\n</Directory>`,
    ...blocks,
  ].join('\n')}\n`
}

/** Starts it by `apache.conf` of a folder, where it keeps its own files too. */
export function apacheCommand(program: string, env: Programs['env'], folder: string): ServerCommand {
  return { name: 'apache', argv: [program, '-DFOREGROUND', '-f', join(folder, 'apache.conf')], env }
}

function block(
  addresses: readonly string[],
  port: number,
  name: string,
  answer: SiteAnswer,
  www: string,
  tls: readonly string[],
): string {
  const lines = [
    `ServerName ${name}`,
    `ServerAlias *.${name}`,
    `DocumentRoot ${join(www, name)}`,
    ...tls,
    ...Object.entries(answer.headers ?? {}).map(([key, value]) => `Header always set ${key} '${value}'`),
    'RewriteEngine On',
    ...rewritesOf(answer),
  ]
  const sockets = addresses.map((address) => `${address}:${port}`).join(' ')
  return `<VirtualHost ${sockets}>\n${lines.map((line) => `  ${line}`).join('\n')}\n</VirtualHost>`
}

function rewritesOf(answer: SiteAnswer): string[] {
  // A text is served as a file; another status than 200 is Apache's own page for it.
  const robots = answer.robots
    ? [
        `RewriteRule ^/robots\\.txt$ - [${answer.robots.status === 200 ? 'L' : `R=${answer.robots.status},L`}]`,
      ]
    : []
  if (answer.redirect !== undefined) {
    const origin = answer.redirect.replaceAll('{host}', '%{HTTP_HOST}')
    return [...robots, `RewriteRule ^ ${origin}%{REQUEST_URI} [R=${answer.status ?? 301},L]`]
  }
  if (answer.status !== undefined && answer.status !== 200)
    return [...robots, `RewriteRule !^/robots\\.txt$ - [R=${answer.status},L]`]
  return robots
}
