import type { Command } from 'commander'
import { unknownFacts } from '../../crawler/survey/facts/unknown-facts.ts'
import type { Database } from '../../db/connection/database.ts'
import { factColumn, surveyedSites, surveyProgress } from '../../db/survey/survey-sites.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { withRank } from '../../model/site-rank.ts'
import { wholeNumber } from '../options/arguments.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import type { Format } from '../output/format.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { jsonText, tableWidth } from '../output/text.ts'
import { findSurvey } from './find-survey.ts'
import { rankText } from './rank-text.ts'

export function surveyShowCommand(): Command {
  return readCommand('show')
    .argument('[survey]', 'number of the survey, or latest', 'latest')
    .option('--limit <n>', 'sites shown in the table, 0 for all', wholeNumber(0, 1_000_000_000), 100)
    .action((name: string, options: ReadOptions & { limit: number }) =>
      reading(options, async (db) => {
        const survey = await findSurvey(db, name)
        await showSites(db, survey, {
          format: options.format,
          limit: options.limit === 0 ? null : options.limit,
        })
      }),
    )
}

interface ShowOptions {
  readonly format: Format
  /** Sites shown in the table; all of them where it is null. */
  readonly limit: number | null
}

const FIELDS = [
  'rank',
  'rankMagnitude',
  'domain',
  ...Object.keys(unknownFacts('not_reached')),
] as readonly (keyof SurveyedSite)[]

/** One line a site, by rank. CSV and JSON (an array) hold every fact and are streamed. */
export async function showSites(
  db: Database,
  { id, state, sites }: Pick<SurveyRow, 'id' | 'state' | 'sites'>,
  { format, limit }: ShowOptions,
): Promise<void> {
  if (format === 'table') {
    const rows: SurveyedSite[] = []
    for await (const site of surveyedSites(db, id)) {
      if (rows.length === limit) break
      rows.push(site)
    }
    const done = state === 'finished' ? sites : (await surveyProgress(db, id)).done
    return console.log(sitesText(rows, done - rows.length, tableWidth()))
  }
  let first = true
  const headings = FIELDS.map(factColumn)
  if (format === 'csv') console.log(headings.join(','))
  for await (const site of surveyedSites(db, id)) {
    const ranked = withRank(site)
    if (format === 'json') {
      console.log(`${first ? '[' : ','}${jsonText(ranked)}`)
      first = false
    } else
      console.log(
        csvRecord(
          FIELDS.map((name) => ranked[name]),
          headings,
        ),
      )
  }
  if (format === 'json') console.log(first ? '[]' : ']')
}

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

/** Says why the site, or else a protocol of it, gave no answer. HTTP/3 that the site does not claim is no failure. */
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
