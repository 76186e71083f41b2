import { documentHost } from './page-hosts.ts'
import type { SiteFacts } from './what-if.ts'

/** Arms that force one protocol, the newest first. */
const BY_AGE = ['h3', 'h2', 'h1'] as const

/** The newest protocol that the page's own host speaks: by the survey, else as it was recorded. */
export function newestProtocol({ spoken, recording }: SiteFacts): (typeof BY_AGE)[number] {
  const surveyed = BY_AGE.find((arm) => spoken.includes(arm))
  if (surveyed !== undefined) return surveyed
  const protocol = documentHost(recording)?.protocol
  return protocol === 'h3' || protocol === 'h2' ? protocol : 'h1'
}
