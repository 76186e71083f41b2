import { originOf } from '../lab/replay/replayed-origin.ts'
import type { RecordedHost } from '../model/recording/host.ts'
import type { Recording } from '../model/recording/recording.ts'
import { changeRecording } from './changed-recording.ts'
import { hostsList, secureHosts } from './page-hosts.ts'
import type { WhatIf } from './what-if.ts'

export const thirdPartiesHttp3: WhatIf = {
  name: 'third-parties-http3',
  title: 'Have third parties that speak HTTP/3',
  howToDo: [
    {
      where: 'Each third party',
      how: 'Ask its provider for HTTP/3, choose one that has it, or serve its file from a host of your own.',
    },
  ],
  appliesTo: ({ recording }) => {
    const without = withoutHttp3(recording)
    if (without.length === 0)
      return {
        applies: false,
        why: 'The page asks no third party over TLS that came without HTTP/3.',
      }
    if (secureHosts(recording, 'own').some(({ protocol }) => protocol !== 'h3'))
      return {
        applies: false,
        why: 'Hosts of the site itself came without HTTP/3: all hosts together are tried, under another name.',
      }
    return { applies: true, why: `Without HTTP/3 came ${hostsList(without)}.` }
  },
  arms: () => ({ before: 'recorded', after: 'recorded' }),
  change: (from, to) =>
    changeRecording(from, to, (recording) => {
      const origins = new Set(withoutHttp3(recording).map((host) => originOf(host).origin))
      const hosts = recording.hosts.map((host) =>
        origins.has(originOf(host).origin) ? { ...host, protocol: 'h3' } : host,
      )
      return { ...recording, hosts }
    }),
  levels: {},
}

const withoutHttp3 = (recording: Recording): RecordedHost[] =>
  secureHosts(recording, 'third-party').filter(({ protocol }) => protocol !== 'h3')
