import { newestProtocol } from './page-hosts.ts'
import type { WhatIf } from './what-if.ts'

/** Answers are first or last of something: of fewer kinds nothing can be put in order. */
const LEAST_KINDS = 2

export const priorities: WhatIf = {
  name: 'priorities',
  title: 'Send what browsers ask for first, first',
  howToDo: [
    {
      where: 'H2O, LiteSpeed, Cloudflare, Fastly',
      how: 'They heed the priorities of HTTP/3 (RFC 9218) by themselves.',
    },
    { where: 'nginx, Caddy', how: 'They do not: put a CDN or a server that does in front.' },
    {
      where: 'The page itself',
      how: '`fetchpriority="low"` and `loading="lazy"` on pictures below the fold, `<link rel="modulepreload">` for scripts that are imported: so that less waits behind what nobody sees yet.',
    },
  ],
  appliesTo: (site) => {
    if (newestProtocol(site) !== 'h3')
      return { applies: false, why: 'The page does not come by HTTP/3, whose priorities these are.' }
    const kinds = new Set(site.recording.exchanges.flatMap(({ priority }) => priority ?? []))
    if (kinds.size < LEAST_KINDS)
      return { applies: false, why: 'The browser asked for everything with the same priority.' }
    return {
      applies: true,
      why: 'The replay’s server sends as it was asked, whatever is important, as many do; whether the live one does is not known.',
    }
  },
  arms: null,
  change: null,
  levels: { priorities: 'on' },
}
