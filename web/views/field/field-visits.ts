import { integer, share as shareText } from '../../../figures/quantity.ts'
import { CONTRIBUTED_VISITS, type ContributedVisit } from '../../../model/contribution-terms.ts'
import { FIELD_ARMS, FIELD_PROTOCOLS } from '../../../model/field.ts'
import type { FieldSite } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type Child, h } from '../../dom/h.ts'
import { numbers, scrolling, table, texts } from '../../dom/table.ts'

const NAMES: Readonly<Record<ContributedVisit, string>> = {
  'warm-cache': 'from the cache',
  'open-connection': 'over an open connection',
  'new-connection': 'over a new connection',
}

/** Says by which visit those who contributed came. */
export function fieldVisits({ visits, week }: Pick<FieldSite, 'visits' | 'week'>): Child {
  return [
    h('h2', 'Which visits its users have'),
    scrolling(
      'Visits by protocol',
      table({
        caption: null,
        columns: [
          ...texts('protocol'),
          ...numbers('contributors', ...CONTRIBUTED_VISITS.map((visit) => NAMES[visit])),
        ],
        rows: FIELD_PROTOCOLS.map((protocol) => {
          const found = visits.find((one) => one.protocol === protocol)
          if (found === undefined)
            return [
              armLabel(FIELD_ARMS[protocol]),
              week === null ? 'no release yet' : 'too few',
              ...CONTRIBUTED_VISITS.map(() => null),
            ]
          return [
            armLabel(FIELD_ARMS[protocol]),
            integer(found.contributors),
            ...CONTRIBUTED_VISITS.map((visit) => {
              const share = found.shares.find((one) => one.visit === visit)
              if (share === undefined) return null
              const { low, high } = share.interval
              return `${shareText(share.share)} (${shareText(low)} to ${shareText(high)})`
            }),
          ]
        }),
      }),
    ),
    h(
      'p.note',
      'How the document of somebody’s first load of a day mostly came, with 95 % intervals. Whether a new connection resumed a session or took early data is not visible to a page.',
    ),
  ]
}
