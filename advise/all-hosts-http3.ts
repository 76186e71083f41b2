import { ENABLE_HTTP3 } from './enable-http3.ts'
import { hostsList } from './hosts-list.ts'
import { announcesHttp3, onlyArm, secureHosts } from './page-hosts.ts'
import type { WhatIf } from './what-if.ts'

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
  // Where all hosts spoke one protocol the arm `recorded` is that protocol's, which graphs have.
  arms: ({ recording }) => ({ before: onlyArm(recording) ?? 'recorded', after: 'h3' }),
  change: null,
  levels: {},
}
