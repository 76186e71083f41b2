import { originOf } from '../lab/replay/replayed-origin.ts'
import type { RecordedHost } from '../model/recording/host.ts'
import type { Recording } from '../model/recording/recording.ts'
import { changeRecording } from './changed-recording.ts'
import { announcesHttp3, hostsList, onlyArm, secureHosts } from './page-hosts.ts'
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
  appliesTo: ({ survey, recording }) => {
    if (survey?.h3ClaimedDns === true)
      return { applies: false, why: 'The page’s own host has an HTTPS record with h3 already.' }
    if (survey === null || survey.h3ClaimedDns === null)
      return { applies: false, why: 'Whether the page’s own host has an HTTPS record is not known.' }
    const late = lateHosts(recording)
    if (late.length === 0)
      return {
        applies: false,
        why: 'No host of the site says by Alt-Svc that it has HTTP/3 and began without it.',
      }
    return {
      applies: true,
      why: `That they have HTTP/3, ${hostsList(late)} said by Alt-Svc, in answers that came without it: first visits begin so.`,
    }
  },
  // A host that changed over within the load counts as one of HTTP/3 under `recorded`; Alt-Svc itself shows it.
  arms: ({ recording }) => {
    const hosts = [...secureHosts(recording, 'own'), ...secureHosts(recording, 'third-party')]
    const late = lateHosts(recording)
    if (late.some(({ protocol }) => protocol === 'h3')) return { before: 'h3-altsvc', after: 'h3' }
    const only = onlyArm(recording)
    return only !== null && late.length === hosts.length
      ? { before: only, after: 'h3' }
      : { before: 'recorded', after: 'recorded' }
  },
  change: (from, to) =>
    changeRecording(from, to, (recording) => {
      const late = new Set(lateHosts(recording).map((host) => originOf(host).origin))
      const hosts = recording.hosts.map((host) =>
        late.has(originOf(host).origin) ? { ...host, protocol: 'h3' } : host,
      )
      return { ...recording, hosts }
    }),
  levels: {},
}

/** Hosts of the site that announce HTTP/3 and whose first answer came without it in a load for times. */
function lateHosts(recording: Recording): RecordedHost[] {
  const counted = new Set(
    recording.loads.flatMap(({ purpose, ordinal }) => (purpose === 'times' ? ordinal : [])),
  )
  return secureHosts(recording, 'own').filter((host) => {
    const { origin } = originOf(host)
    const first = recording.exchanges.find(({ url }) => new URL(url).origin === origin)
    const came = first?.timings.flatMap(({ load, protocol }) => (counted.has(load) ? (protocol ?? []) : []))
    return announcesHttp3(host, recording) && came?.some((protocol) => protocol !== 'h3')
  })
}
