import { originOf } from '../lab/replay/replayed-origin.ts'
import { certificateCovers } from '../model/recording/certificate-names.ts'
import type { RecordedHost } from '../model/recording/host.ts'
import type { Recording } from '../model/recording/recording.ts'
import { changeRecording } from './changed-recording.ts'
import { documentHost, hostsList, newestProtocol, secureHosts } from './page-hosts.ts'
import type { WhatIf } from './what-if.ts'

export const mergeShards: WhatIf = {
  name: 'merge-shards',
  title: 'Serve the site’s hosts from one address, with one certificate for all their names',
  howToDo: [
    {
      where: 'nginx, Apache, Caddy',
      how: 'Give all names one A and AAAA record, serve them from one server, and use one certificate that names them all: browsers then share one connection (RFC 9113, 9.1.1).',
    },
    {
      where: 'Cloudflare, Fastly and other CDNs',
      how: 'Put all names into one zone or service with one certificate, or, simplest, let the page’s links name one host.',
    },
  ],
  appliesTo: (site) => {
    const main = documentHost(site.recording)
    const apart = main === null ? [] : shardsApart(site.recording, main)
    if (main === null || apart.length === 0)
      return {
        applies: false,
        why: 'All hosts of the site share a connection with the page’s own, or there is only one.',
      }
    if (newestProtocol(site) === 'h1')
      return {
        applies: false,
        why: 'Over HTTP/1.1 more hosts are more connections, which it needs; HTTP/2 comes first.',
      }
    return {
      applies: true,
      why: `Beside the connection to ${main.host} the page needs others, to ${hostsList(apart)}, each with its own handshake and slow start.`,
    }
  },
  arms: null,
  change: (from, to) => changeRecording(from, to, merged),
  levels: {},
}

/** Hosts of the page's site that no browser reaches over the connection to the page's own. */
function shardsApart(recording: Recording, main: RecordedHost): RecordedHost[] {
  return secureHosts(recording, 'own').filter((host) => host !== main && !mayShare(main, host))
}

function mayShare(main: RecordedHost, host: RecordedHost): boolean {
  const names = main.certificate?.names ?? []
  return (
    main.address === host.address &&
    main.port === host.port &&
    names.some((pattern) => certificateCovers(pattern, host.host))
  )
}

function merged(recording: Recording): Recording {
  const main = documentHost(recording)
  if (main === null) return recording
  const own = secureHosts(recording, 'own').filter(({ port }) => port === main.port)
  const names = [...new Set(own.flatMap(({ host, certificate }) => [host, ...(certificate?.names ?? [])]))]
  const origins = new Set(own.map((host) => originOf(host).origin))
  const hosts = recording.hosts.map((host) =>
    origins.has(originOf(host).origin)
      ? {
          ...host,
          address: main.address,
          protocol: main.protocol,
          certificate: {
            ...(main.certificate ?? { sha256: null, issuer: null, chainBytes: null }),
            names,
          },
        }
      : host,
  )
  return { ...recording, hosts }
}
