import { unknownFacts } from '../../crawler/survey/facts/unknown-facts.ts'
import type { Database } from '../../db/connection/database.ts'
import { factColumn, surveyedSites } from '../../db/survey/survey-sites.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import type { Format } from '../output/format.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'

export interface ShowOptions {
  readonly format: Format
  /** Sites shown in the table; all of them where it is null. */
  readonly limit: number | null
}

const COLUMNS: readonly Column<SurveyedSite>[] = [
  { heading: 'rank', cell: ({ rank }) => rank, align: 'right' },
  { heading: 'domain', cell: ({ domain }) => domain },
  { heading: 'http', cell: (site) => (site.httpRedirectsToHttps === true ? '→ https' : site.http) },
  { heading: 'h1', cell: ({ h1 }) => h1 },
  { heading: 'h2', cell: ({ h2 }) => h2 },
  { heading: 'h3', cell: ({ h3 }) => h3 },
  { heading: 'h3 claimed', cell: claims },
  { heading: 'TLS', cell: ({ tlsVersion }) => tlsVersion?.replace('TLSv', '') ?? null },
  { heading: 'RTT ms', cell: ({ rttMs }) => rttMs?.toFixed(1) ?? null, align: 'right' },
  { heading: 'status', cell: ({ status }) => status, align: 'right' },
  { heading: 'server', cell: ({ server }) => server },
  { heading: 'CDN', cell: ({ cdn }) => cdn },
  { heading: 'why not', cell: whyNot },
]

const FIELDS = [
  'rank',
  'domain',
  ...Object.keys(unknownFacts('not_reached')),
] as readonly (keyof SurveyedSite)[]

/** One line a site, by rank. CSV and JSON (an array) hold every fact and are streamed. */
export async function showSites(
  db: Database,
  surveyId: number,
  { format, limit }: ShowOptions,
): Promise<void> {
  const rows: SurveyedSite[] = []
  let more = 0
  let first = true
  if (format === 'csv') console.log(FIELDS.map(factColumn).join(','))
  for await (const site of surveyedSites(db, surveyId)) {
    if (format === 'json') {
      console.log(`${first ? '[' : ','}${jsonText(site)}`)
      first = false
    } else if (format === 'csv') console.log(csvRecord(FIELDS.map((name) => site[name])))
    else if (limit === null || rows.length < limit) rows.push(site)
    else more++
  }
  if (format === 'json') console.log(first ? '[]' : ']')
  if (format !== 'table') return
  console.log(textTable(rows, COLUMNS))
  if (more > 0) console.log(`… and ${more} more (--limit 0 shows all, --format csv every fact)`)
}

function claims(site: SurveyedSite): string | null {
  if (site.h3ClaimedAltSvc === null && site.h3ClaimedDns === null) return null
  const by = [site.h3ClaimedAltSvc === true ? 'Alt-Svc' : '', site.h3ClaimedDns === true ? 'DNS' : '']
  return by.filter((each) => each !== '').join(' + ') || 'no'
}

/** Why the site, or else a protocol of it, gave no answer. HTTP/3 that nobody claims is no failure to speak of. */
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
