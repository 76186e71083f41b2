import type { secureHosts } from './page-hosts.ts'
import type { WhatIf } from './what-if.ts'

export const httpsRecord: WhatIf = {
  name: 'https-record',
  title: 'Announce HTTP/3 in the DNS by an HTTPS record',
  howToDo: [
    {
      where: 'BIND, Knot, PowerDNS and most providers of DNS',
      how: '`example.com. 3600 IN HTTPS 1 . alpn="h3,h2"` (RFC 9460), for each host name of the site.',
    },
    { where: 'Cloudflare', how: 'It adds the record to each proxied name by itself where HTTP/3 is on.' },
    {
      where: 'Amazon Route 53',
      how: 'A record of type HTTPS, or an alias record of a CloudFront distribution.',
    },
  ],
  appliesTo: ({ survey, spoken, recording }) => {
    if (!spoken.includes('h3') && !advertisesHttp3(recording))
      return { applies: false, why: 'The page’s own host does not speak HTTP/3.' }
    if (survey?.h3ClaimedDns === true)
      return { applies: false, why: 'The page’s own host has an HTTPS record with h3 already.' }
    if (survey === null || survey.h3ClaimedDns === null)
      return { applies: false, why: 'Whether the page’s own host has an HTTPS record is not known.' }
    return {
      applies: true,
      why: 'On a first visit browsers learn of HTTP/3 by Alt-Svc, in an answer that comes by HTTP/2. The replay lets all hosts of the page, those of third parties too, have the record.',
    }
  },
  arms: () => ({ before: 'h3-altsvc', after: 'h3' }),
  change: null,
  levels: {},
}

function advertisesHttp3(recording: Parameters<typeof secureHosts>[0]): boolean {
  return recording.exchanges.some(({ responseHeaders }) =>
    responseHeaders.some(([name, value]) => name.toLowerCase() === 'alt-svc' && /\bh3=/.test(value)),
  )
}
