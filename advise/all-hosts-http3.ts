import { ENABLE_HTTP3 } from './enable-http3.ts'
import { hostsList } from './hosts-list.ts'
import { secureHosts } from './page-hosts.ts'
import type { SiteFacts, WhatIf } from './what-if.ts'

export const allHostsHttp3: WhatIf = {
  name: 'all-hosts-http3',
  title: 'Serve all of the page’s hosts by HTTP/3',
  howToDo: ENABLE_HTTP3,
  appliesTo: ({ recording }) => {
    const hosts = [...secureHosts(recording, 'own'), ...secureHosts(recording, 'third-party')]
    const without = hosts.filter(({ protocol }) => protocol !== 'h3')
    if (hosts.length === 0) return { applies: false, why: 'No host of the page answered over TLS.' }
    if (without.length === 0)
      return { applies: false, why: 'All of the page’s hosts speak HTTP/3 on the first visit already.' }
    return {
      applies: true,
      why: `On the first visit ${hostsList(without)} came by something else; the replay has HTTP/3 from the first packet on.`,
    }
  },
  // Where all hosts spoke one protocol the arm `recorded` is that protocol's, which graphs have.
  arms: (site) => ({ before: onlyArm(site) ?? 'recorded', after: 'h3' }),
  change: null,
  levels: {},
}

function onlyArm({ recording }: SiteFacts): 'h1' | 'h2' | null {
  const protocols = new Set(recording.hosts.flatMap(({ protocol }) => protocol ?? []))
  const [first = ''] = protocols
  if (protocols.size !== 1 || recording.hosts.some(({ scheme }) => scheme === 'http')) return null
  return first === 'h2' ? 'h2' : first.startsWith('http/1.') ? 'h1' : null
}
