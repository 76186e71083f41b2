import type { SiteDetail } from '../../../server/contract/contract.ts'
import { integer } from '../../charts/quantity.ts'
import { fieldSitePath } from '../../client/address.ts'
import { h, type VNode } from '../../dom/h.ts'
import { type Fact, facts } from '../controls/facts.ts'

/** The strip above everything: what the newest survey knows of a site. */
export function factStrip(detail: SiteDetail): VNode {
  const found = detail.survey?.facts ?? null
  return facts([
    ['rank', rankOf(detail)],
    ['speaks', found === null ? null : protocolsOf(found)],
    ['CDN', found === null ? null : (found.cdn ?? 'none seen')],
    ['server', found?.server ?? null],
    ['RTT', found === null || found.rttMs === null ? null : `${found.rttMs.toFixed(1)} ms`],
    ['TLS', found?.tlsVersion ?? null],
    ...(detail.field === null ? [] : [fieldFact(detail.domain, detail.field)]),
  ])
}

function fieldFact(domain: string, { list, week }: NonNullable<SiteDetail['field']>): Fact {
  const href = `${fieldSitePath(domain)}?list=${encodeURIComponent(list)}`
  return ['volunteers’ loads', h('a', { href }, `in the field, week of ${week}`)]
}

function rankOf(detail: SiteDetail): string | null {
  const rank = detail.survey?.rank ?? detail.campaigns[0]?.rank ?? null
  return rank === null ? null : integer(rank)
}

function protocolsOf({ h1, h2, h3 }: NonNullable<SiteDetail['survey']>['facts']): string {
  const spoken = [h1 ? 'HTTP/1.1' : null, h2 ? 'HTTP/2' : null, h3 ? 'HTTP/3' : null].filter(
    (name) => name !== null,
  )
  return spoken.length === 0 ? 'none of them over TLS' : spoken.join(', ')
}
