import { announcesHttp3, hostsList, onlyArm, secureHosts } from './page-hosts.ts'
import type { HowTo, WhatIf } from './what-if.ts'

/** Says how HTTP/3 is switched on. */
const ENABLE_HTTP3: readonly HowTo[] = [
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

export const allHostsHttp3: WhatIf = {
  name: 'all-hosts-http3',
  title: 'Serve all of the page’s hosts by HTTP/3',
  howToDo: ENABLE_HTTP3,
  appliesTo: ({ recording }) => {
    const hosts = [...secureHosts(recording, 'own'), ...secureHosts(recording, 'third-party')]
    const without = hosts.filter((host) => host.protocol !== 'h3' && !announcesHttp3(host, recording))
    if (hosts.length === 0) return { applies: false, why: 'No host of the page answered over TLS.' }
    if (without.length === 0) return { applies: false, why: 'All of the page’s hosts speak HTTP/3 already.' }
    return {
      applies: true,
      why: `Without HTTP/3 came ${hostsList(without)}; in the replay all hosts have it, from the first packet on.`,
    }
  },
  // The arm `recorded` stands for the one protocol of all hosts, which graphs have.
  arms: ({ recording }) => ({ before: onlyArm(recording) ?? 'recorded', after: 'h3' }),
  change: null,
  levels: {},
}
