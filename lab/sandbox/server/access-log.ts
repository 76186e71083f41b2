/** How nginx and Caddy write requests down; read by read-access-log.ts. Apart from it: who starts them needs no zod. */
import { join } from 'node:path'

const FILE = 'requests.log'

export const accessLogFile = (run: string, server: 'nginx' | 'caddy'): string => join(run, server, FILE)

/** Name of nginx's format; https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format */
export const NGINX_FORMAT = 'requests'

/** Setting of `http` that defines it: JSON, as Caddy writes it. */
export const NGINX_FORMAT_SETTING =
  `log_format ${NGINX_FORMAT} escape=json '{"end":$msec,"took":$request_time,"client":"$remote_addr",` +
  `"address":"$server_addr","host":"$host","path":"$uri"}';`

/** Loggers of Caddy's servers are named by their address. */
export const CADDY_LOGGER = 'http.log.access'

/** Makes Caddy write requests there: https://caddyserver.com/docs/json/logging */
export function caddyLog(file: string): object {
  return { writer: { output: 'file', filename: file, roll: false }, include: [CADDY_LOGGER], level: 'INFO' }
}
