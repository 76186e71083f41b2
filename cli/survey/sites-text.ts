import type { SurveyedSite } from '../../model/site-facts.ts'
import { type Column, textTable } from '../output/table.ts'
import { rankText } from './rank-text.ts'

const COLUMNS: readonly Column<SurveyedSite>[] = [
  { heading: 'rank', cell: rankText, align: 'right' },
  { heading: 'domain', cell: ({ domain }) => domain },
  { heading: 'http', cell: (site) => (site.httpRedirectsToHttps === true ? '→ https' : site.http) },
  { heading: 'h1', cell: ({ h1 }) => h1 },
  { heading: 'h2', cell: ({ h2 }) => h2 },
  { heading: 'h3', cell: ({ h3 }) => h3 },
  { heading: 'h3 claimed', cell: claims },
  { heading: 'TLS', cell: ({ tlsVersion }) => tlsVersion?.replace('TLSv', '') ?? null, optional: true },
  { heading: 'RTT ms', cell: ({ rttMs }) => rttMs?.toFixed(1) ?? null, align: 'right', optional: true },
  { heading: 'status', cell: ({ status }) => status, align: 'right', optional: true },
  { heading: 'server', cell: ({ server }) => server, optional: true },
  { heading: 'CDN', cell: ({ cdn }) => cdn, optional: true },
  { heading: 'why not', cell: whyNot },
]

/** One line a site; `more`: sites that are not shown. */
export function sitesText(sites: readonly SurveyedSite[], more: number, width: number | null): string {
  const table = textTable(sites, COLUMNS, width)
  return more > 0 ? `${table}\n… and ${more} more (--limit 0 shows all, --format csv every fact)` : table
}

function claims(site: SurveyedSite): string | null {
  const by = [site.h3ClaimedAltSvc === true ? 'Alt-Svc' : '', site.h3ClaimedDns === true ? 'DNS' : '']
  const isNo = site.h3ClaimedAltSvc === false && site.h3ClaimedDns === false
  return by.filter((each) => each !== '').join(' + ') || (isNo ? 'no' : null)
}

/** Why the site, or else a protocol of it, gave no answer. HTTP/3 that the site does not claim is no failure. */
function whyNot(site: SurveyedSite): string {
  if (site.failure !== null) return site.failure
  const parts: string[] = []
  if (site.h1 !== true && site.h1Failure !== null) parts.push(`h1: ${site.h1Failure}`)
  if (site.h2 !== true && site.h2Failure !== null && site.h2Failure !== 'h2_not_negotiated') {
    parts.push(`h2: ${site.h2Failure}`)
  }
  const claimed = site.h3ClaimedAltSvc === true || site.h3ClaimedDns === true
  if (claimed && site.h3 !== true && site.h3Failure !== null) parts.push(`h3: ${site.h3Failure}`)
  return parts.join('; ')
}
