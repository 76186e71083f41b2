import type { HowTo } from './what-if.ts'

/** How HTTP/3 is switched on. */
export const ENABLE_HTTP3: readonly HowTo[] = [
  {
    where: 'nginx 1.25 and newer',
    how: '`listen 443 quic reuseport;` beside `listen 443 ssl;`, `http3 on;`, `add_header Alt-Svc \'h3=":443"; ma=86400\';`, and UDP port 443 open in the firewall.',
  },
  { where: 'Caddy', how: 'It speaks HTTP/3 unless told otherwise: open UDP port 443 in the firewall.' },
  { where: 'Apache', how: 'It has no HTTP/3: put a CDN or a proxy such as Caddy or HAProxy in front of it.' },
  {
    where: 'Cloudflare, Fastly, CloudFront',
    how: 'A switch: Speed → Protocol Optimization; `h3` in VCL; “Supported HTTP versions” of the distribution.',
  },
]
