import { isSameSite } from '../crawler/probe/load/same-site.ts'
import { originOf } from '../lab/replay/replayed-origin.ts'
import type { RecordedHost } from '../model/recording/host.ts'
import type { Recording } from '../model/recording/recording.ts'
import { wordsList } from '../model/words-list.ts'
import type { SiteFacts } from './what-if.ts'

type Recorded = Pick<Recording, 'pageUrl' | 'document' | 'exchanges' | 'hosts'>

/** Returns that of the page's document, after redirects. */
export function documentUrl({ pageUrl, document, exchanges }: Omit<Recorded, 'hosts'>): string {
  return (document === null ? undefined : exchanges[document]?.url) ?? pageUrl
}

/** The host of the page's document; null where it never answered. */
export function documentHost(recording: Recorded): RecordedHost | null {
  const { origin } = new URL(documentUrl(recording))
  return recording.hosts.find((host) => originOf(host).origin === origin) ?? null
}

/** Whether a host is of the page's own site, so that its owner is whoever reads the advice. */
export function isOwnHost(host: RecordedHost, recording: Recorded): boolean {
  return isSameSite(originOf(host).href, documentUrl(recording))
}

/** Hosts over TLS that answered, of the page's own site or of third parties. */
export function secureHosts(recording: Recorded, whose: 'own' | 'third-party'): RecordedHost[] {
  return recording.hosts.filter(
    (host) =>
      host.scheme === 'https' &&
      host.address !== null &&
      host.protocol !== null &&
      isOwnHost(host, recording) === (whose === 'own'),
  )
}

/** Whether a host says in its answers that it has HTTP/3 (RFC 7838), which browsers use from the next connection on. */
export function announcesHttp3(host: RecordedHost, { exchanges }: Pick<Recorded, 'exchanges'>): boolean {
  const { origin } = originOf(host)
  return exchanges.some(
    ({ url, responseHeaders }) =>
      new URL(url).origin === origin &&
      responseHeaders.some(([name, value]) => name.toLowerCase() === 'alt-svc' && /\bh3=/.test(value)),
  )
}

/** The arm of the one protocol that all hosts came by; null where there were several, or clear text. */
export function onlyArm({ hosts }: Pick<Recorded, 'hosts'>): 'h1' | 'h2' | 'h3' | null {
  const protocols = new Set(hosts.flatMap(({ protocol }) => protocol ?? []))
  const [first = ''] = protocols
  if (protocols.size !== 1 || hosts.some(({ scheme }) => scheme === 'http')) return null
  if (first.startsWith('http/1.')) return 'h1'
  return first === 'h2' || first === 'h3' ? first : null
}

/** Names that a sentence of a report bears; the others are counted. */
const MOST_NAMED = 3

/** `a.test, b.test and 4 more`. */
export function hostsList(hosts: readonly { readonly host: string }[]): string {
  const names = [...new Set(hosts.map(({ host }) => host))]
  const others = names.length - MOST_NAMED
  const shown = names.slice(0, MOST_NAMED)
  if (others > 0) return `${shown.join(', ')} and ${others} more`
  return wordsList(shown)
}

/** Arms that force one protocol, the newest first. */
const BY_AGE = ['h3', 'h2', 'h1'] as const

/** The newest protocol that the page's own host speaks: by the survey, else as it was recorded. */
export function newestProtocol({ spoken, recording }: SiteFacts): (typeof BY_AGE)[number] {
  const surveyed = BY_AGE.find((arm) => spoken.includes(arm))
  if (surveyed !== undefined) return surveyed
  const protocol = documentHost(recording)?.protocol
  return protocol === 'h3' || protocol === 'h2' ? protocol : 'h1'
}
