import type { SiteDetail } from '../../../server/contract/contract.ts'
import { fieldSitePath } from '../../client/address.ts'
import { h, type VNode } from '../../dom/h.ts'
import { type Fact, facts } from '../controls/facts.ts'
import { rankWords } from '../controls/rank-words.ts'
import { visitWords } from './visit-words.ts'

type Facts = NonNullable<SiteDetail['survey']>['facts']

/** The strip above everything: what the survey knows of a site. */
export function factStrip(detail: SiteDetail): VNode {
  const found = detail.survey?.facts ?? null
  return facts([
    ['rank', rankOf(detail)],
    ['speaks', found === null ? null : protocolsOf(found)],
    ['CDN', found === null ? null : (found.cdn ?? 'none seen')],
    ['server', found?.server ?? null],
    ['RTT', found === null || found.rttMs === null ? null : `${found.rttMs.toFixed(1)} ms`],
    ['TLS', found?.tlsVersion ?? null],
    ['its users’ visits', found === null ? null : visitWords(found)],
    ...(detail.field === null ? [] : [fieldFact(detail.domain, detail.field)]),
  ])
}

function fieldFact(domain: string, { list, week }: NonNullable<SiteDetail['field']>): Fact {
  const href = `${fieldSitePath(domain)}?list=${encodeURIComponent(list)}`
  return ['volunteers’ loads', h('a', { href }, `in the field, week of ${week}`)]
}

function rankOf(detail: SiteDetail): string | null {
  if (detail.survey !== null) return rankWords(detail.survey)
  const campaign = detail.campaigns.find(({ campaignId }) => campaignId === detail.campaignId)
  return rankWords({ rank: campaign?.rank ?? null, rankMagnitude: null })
}

/** Names what was seen; null where nothing was seen and something could not be found out. */
export function protocolsOf({ h1, h2, h3 }: Pick<Facts, 'h1' | 'h2' | 'h3'>): string | null {
  const protocols = [
    ['HTTP/1.1', h1],
    ['HTTP/2', h2],
    ['HTTP/3', h3],
  ] as const
  const named = (wanted: boolean | null) =>
    protocols.filter(([, value]) => value === wanted).map(([name]) => name)
  const [spoken, unknown] = [named(true), named(null)]
  if (unknown.length === 0) return spoken.join(', ') || 'none of them over TLS'
  if (spoken.length === 0) return null
  return `${spoken.join(', ')} (${unknown.join(', ')} not known)`
}
