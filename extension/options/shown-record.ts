import { networkKind } from '../capture/network-kind.ts'
import type { ContributionRecord, ReducedLoad } from '../capture/types.ts'
import { buildRecord } from '../send/record.ts'
import type { LastLoad } from '../store/last-load.ts'

/** A load like many, for those who have not looked at one yet. */
const EXAMPLE: ReducedLoad = {
  proto: 'h2',
  t: { dns: 12, connect: 24, handshake: 51, wait: 88, receive: 17, dcl: 420, load: 980 },
  n: { requests: 46, h1: 2, h2: 31, h3: 0, hidden: 13 },
  reused: false,
  visit: 'new-connection',
}

interface ShownRecord {
  readonly record: ContributionRecord
  /** Words where it is from. */
  readonly words: string
}

/** Shows before anybody can agree the record of the last load that was looked at, else an example that is called so. */
export function shownRecord(
  last: LastLoad | null,
  terms: Pick<ContributionRecord, 'browser' | 'major'> & {
    readonly list: string | null
    readonly day: string
  },
): ShownRecord {
  const record = buildRecord(last?.load ?? EXAMPLE, {
    list: terms.list ?? 'X4Y2N',
    site: last?.site ?? 41,
    day: last?.day ?? terms.day,
    browser: terms.browser,
    major: terms.major,
    net: networkKind(last?.connectionType ?? null),
    // Neither exists before there is consent.
    cid: 'a-pseudonym-for-this-site-and-quarter-43-ch',
    key: '00000000-0000-4000-8000-000000000000',
  })
  if (last === null)
    return {
      record,
      words:
        'An example, made up: click towline’s button on a page, and the record of that load stands here. This is the whole upload; nothing else is sent with it.',
    }
  const site =
    last.site === null ? ' The page is not of a site under study: its number (41) is an example.' : ''
  return {
    record,
    words: `The load that you looked at last, as it would be sent: this is the whole upload.${site} Pseudonym (cid) and key are made only once you agree.`,
  }
}
