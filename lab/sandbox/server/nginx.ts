import { join } from 'node:path'
import { bracketed } from '../../process/bracketed.ts'
import type { ServerCommand } from '../../process/server-command.ts'
import type { Certificates } from '../site/certificates.ts'
import type { Host } from '../site/hosts.ts'
import type { SiteAnswer, TlsSpec } from '../site/site-spec.ts'
import { NGINX_FORMAT, NGINX_FORMAT_SETTING } from './access-log.ts'
import type { Programs } from './programs.ts'

/** nginx's configuration; every file that it writes lies below `prefix`. */
export function nginxConfig(
  hosts: readonly Host[],
  certificates: Certificates,
  folders: { readonly www: string; readonly prefix: string },
  accessLog: string | null = null,
): string {
  const types = 'types { text/html html; text/css css; text/javascript js; image/png png; text/plain txt; }'
  const blocks = hosts.map((host) => blocksOf(host, certificates, folders.www, accessLog))
  const settings = accessLog === null ? [types] : [types, NGINX_FORMAT_SETTING]
  return nginxText(settings, blocks.join(''), folders.prefix)
}

/** The whole configuration: settings of `http`, and its server blocks. */
export function nginxText(settings: readonly string[], blocks: string, prefix: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
worker_processes 1;
pid ${prefix}/nginx.pid;
error_log ${prefix}/error.log warn;
events { worker_connections 8192; }
http {
${temporary.map((name) => `  ${name}_temp_path ${prefix}/${name};`).join('\n')}
  access_log off;
  default_type application/octet-stream;
  # The default closes a connection after 1,000 requests.
  keepalive_requests 1000000;
  ssl_session_cache off;
${settings.map((line) => `  ${line}\n`).join('')}${blocks}}
`
}

/** Starts it by `nginx.conf` of a folder, where it keeps its own files too. */
export function nginxCommand(program: string, env: Programs['env'], folder: string): ServerCommand {
  const [config, log] = [join(folder, 'nginx.conf'), join(folder, 'error.log')]
  return { name: 'nginx', argv: [program, '-p', folder, '-c', config, '-e', log], env }
}

function blocksOf(host: Host, certificates: Certificates, www: string, accessLog: string | null): string {
  const logging = accessLog === null ? [] : [`access_log ${accessLog} ${NGINX_FORMAT};`]
  const { https, http, protocols = ['h1', 'h2'] } = host.spec
  const parts: string[] = []
  if (https && host.listen.length > 0) {
    const { certFile, keyFile } = certificates.certificateFor(host)
    const flags = protocols.includes('h2') ? ' ssl http2' : ' ssl'
    parts.push(
      block(
        host.listen.map((address) => `${bracketed(address)}:443${flags}`),
        host.name,
        https,
        www,
        [
          ...logging,
          `ssl_certificate ${certFile};`,
          `ssl_certificate_key ${keyFile};`,
          `ssl_protocols ${host.spec.tlsVersion === '1.2' ? 'TLSv1.2' : 'TLSv1.2 TLSv1.3'};`,
          ...tlsSettings(host.spec.tls ?? {}),
        ],
      ),
    )
  }
  if (http && host.listen.length > 0)
    parts.push(
      block(
        host.listen.map((address) => `${bracketed(address)}:80`),
        host.name,
        http,
        www,
        logging,
      ),
    )
  return parts.join('')
}

function tlsSettings({ tickets, earlyData, group }: TlsSpec): string[] {
  return [
    // nginx's switch for tickets would otherwise have OpenSSL give some that nothing resumes by.
    ...(tickets === 0 ? ['ssl_session_tickets off;', 'ssl_conf_command NumTickets 0;'] : []),
    ...(earlyData === true ? ['ssl_early_data on;'] : []),
    ...(group === undefined ? [] : [`ssl_ecdh_curve ${group};`]),
  ]
}

function block(
  listen: readonly string[],
  name: string,
  answer: SiteAnswer,
  www: string,
  settings: readonly string[],
): string {
  const headers = Object.entries(answer.headers ?? {}).map(
    ([key, value]) => `add_header ${key} '${value}' always;`,
  )
  const robots = answer.robots
    ? [`location = /robots.txt { return ${answer.robots.status} '${answer.robots.text ?? ''}'; }`]
    : []
  const lines = [
    ...listen.map((each) => `listen ${each} backlog=4096;`),
    `server_name ${name} *.${name};`,
    ...settings,
    ...headers,
    ...robots,
    `location / { ${bodyOf(name, answer, www)} }`,
  ]
  return `  server {\n${lines.map((line) => `    ${line}`).join('\n')}\n  }\n`
}

function bodyOf(name: string, answer: SiteAnswer, www: string): string {
  if (answer.redirect !== undefined)
    return `return ${answer.status ?? 301} ${answer.redirect.replaceAll('{host}', '$host')}$request_uri;`
  if (answer.status !== undefined && answer.status !== 200)
    return `return ${answer.status} '${answer.status}';`
  return `root ${join(www, name)}; index index.html;`
}
