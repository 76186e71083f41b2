import { originOf } from '../lab/replay/replayed-origin.ts'
import type { RecordedHost } from '../model/recording/host.ts'
import type { Recording } from '../model/recording/recording.ts'
import { changeRecording } from './changed-recording.ts'
import { secureHosts } from './page-hosts.ts'
import type { WhatIf } from './what-if.ts'

/** A certificate of P-256 and its intermediate of P-384, as Let’s Encrypt issues them, with a few names. */
const SHORT_BYTES = 2_200

/** A server may send three times 1,200 bytes by QUIC before it hears again (RFC 9000, 8.1), its other messages among them. */
const LONG_BYTES = 3_000

export const shorterChain: WhatIf = {
  name: 'shorter-chain',
  title: 'Send a shorter chain of certificates',
  howToDo: [
    {
      where: 'Certbot, acme.sh',
      how: 'Ask for an ECDSA key (`certbot --key-type ecdsa`, `acme.sh --keylength ec-256`) and few names; send no root and no cross-signed certificate (`--preferred-chain`).',
    },
    { where: 'Caddy', how: 'Its certificates are as short as it gets them; name few sites in one.' },
    {
      where: 'CDNs',
      how: 'Choose an ECDSA certificate for the one host in place of one that is shared by many; several compress certificates (RFC 8879).',
    },
  ],
  appliesTo: ({ recording }) => {
    const [longest] = longChains(recording).toSorted((a, b) => bytesOf(b) - bytesOf(a))
    return longest === undefined
      ? { applies: false, why: `No host of the site sends certificates of more than ${LONG_BYTES} bytes.` }
      : {
          applies: true,
          why: `Certificates of ${bytesOf(longest)} bytes come from ${longest.host}: by HTTP/3 a server has to wait a round trip before it may send more than 3,600, unless it compresses them, which the replay does not.`,
        }
  },
  arms: () => ({ before: 'recorded', after: 'recorded' }),
  change: (from, to) =>
    changeRecording(from, to, (recording) => {
      const long = new Set(longChains(recording).map((host) => originOf(host).origin))
      const hosts = recording.hosts.map((host) =>
        host.certificate !== null && long.has(originOf(host).origin)
          ? { ...host, certificate: { ...host.certificate, chainBytes: SHORT_BYTES } }
          : host,
      )
      return { ...recording, hosts }
    }),
  levels: {},
}

const longChains = (recording: Recording): RecordedHost[] =>
  secureHosts(recording, 'own').filter((host) => bytesOf(host) > LONG_BYTES)

const bytesOf = ({ certificate }: RecordedHost): number => certificate?.chainBytes ?? 0
