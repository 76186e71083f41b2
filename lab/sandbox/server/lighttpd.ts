import { join } from 'node:path'
import { bracketed } from '../../process/bracketed.ts'
import type { Certificates } from '../site/certificates.ts'
import type { Host } from '../site/hosts.ts'
import type { SiteAnswer } from '../site/site-spec.ts'

/** lighttpd's configuration. It has no setting for HTTP/2 by site: over TLS it always offers it. */
export function lighttpdConfig(
  hosts: readonly Host[],
  certificates: Certificates,
  folders: { readonly www: string },
): string {
  const blocks = hosts.flatMap((host) => {
    const { https, http } = host.spec
    return host.listen.flatMap((address) => {
      const socketHost = bracketed(address)
      const parts: string[] = []
      if (https) {
        const { certFile, keyFile } = certificates.certificateFor(host)
        const tls = ['ssl.engine = "enable"', `ssl.pemfile = "${certFile}"`, `ssl.privkey = "${keyFile}"`]
        parts.push(block(`${socketHost}:443`, host.name, https, folders.www, tls))
      }
      if (http) parts.push(block(`${socketHost}:80`, host.name, http, folders.www, []))
      return parts
    })
  })
  return `${[
    'server.modules = ("mod_openssl", "mod_redirect", "mod_access", "mod_setenv")',
    // The one socket that lighttpd must have outside the conditions below; only this namespace can reach it.
    'server.bind = "127.0.0.1"',
    'server.port = 8080',
    `server.document-root = "${folders.www}"`,
    'server.max-fds = 8192',
    'server.listen-backlog = 4096',
    'server.max-keep-alive-requests = 60000',
    'index-file.names = ("index.html")',
    'mimetype.assign = (".html" => "text/html", ".css" => "text/css", ".js" => "text/javascript", ".png" => "image/png", ".txt" => "text/plain")',
    ...blocks,
  ].join('\n')}\n`
}

function block(
  socket: string,
  name: string,
  answer: SiteAnswer,
  www: string,
  tls: readonly string[],
): string {
  if (answer.status !== undefined && answer.redirect === undefined)
    throw new Error(`${name}: lighttpd answers pages and redirects, other statuses are for the other servers`)
  const headers = Object.entries(answer.headers ?? {}).map(([key, value]) => `"${key}" => "${value}"`)
  const lines = [
    ...tls,
    `server.document-root = "${join(www, name)}"`,
    ...(headers.length > 0 ? [`setenv.set-response-header = (${headers.join(', ')})`] : []),
    ...(answer.redirect === undefined
      ? []
      : [
          `url.redirect-code = ${answer.status ?? 301}`,
          `url.redirect = ("" => "${answer.redirect.replaceAll('{host}', `\${url.authority}`)}\${url.path}\${qsa}")`,
        ]),
  ]
  return `$SERVER["socket"] == "${socket}" {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`
}
