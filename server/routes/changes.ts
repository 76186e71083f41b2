import type { SiteChange } from '../../stats/survey/site-changes.ts'
import type { Request } from '../contract/contract.ts'
import type { Handler } from '../request/handler.ts'
import { isChangeRow, seriesChange } from '../survey/series-changes.ts'
import { type SurveySeries, surveySeries } from '../survey/survey-series.ts'

/** A million sites have some millions of these: only those of the page that is asked for become rows. */
interface Found {
  readonly series: SurveySeries
  readonly domain: string
  readonly change: SiteChange
}

export const changes: Handler<'changes'> = async ({ db, trends }, { query }) => {
  const { page = 1, pageSize, format: _format, until, ...wanted } = query
  const first = (page - 1) * pageSize
  let total = 0
  const bySurvey = new Map<number, Found[]>()
  for (const series of await surveySeries(db, until)) {
    if (wanted.vantage !== undefined && series.vantage !== wanted.vantage) continue
    const { changes } = await trends.readWhole(series)
    for (const { domain, changes: ofSite } of changes) {
      if (!isWanted(domain, wanted)) continue
      for (const change of ofSite) {
        if (!matches(change, wanted)) continue
        total += 1
        const surveyId = series.surveys[change.survey]?.id ?? 0
        const found = bySurvey.get(surveyId) ?? []
        bySurvey.set(surveyId, found)
        // The newest survey's stand first: of none more are shown than up to the end of the page.
        if (found.length < first + pageSize) found.push({ series, domain, change })
      }
    }
  }
  const rows = [...bySurvey]
    .sort(([a], [b]) => b - a)
    .flatMap(([, found]) => found)
    .slice(first, first + pageSize)
    .flatMap(({ series, domain, change }) => seriesChange(series, domain, change) ?? [])
  return { answer: { total, page, pageSize, rows } }
}

type Wanted = Omit<Request<'changes'>['query'], 'page' | 'pageSize' | 'format' | 'until'>

function isWanted(found: string, { q, domain }: Wanted): boolean {
  return (q === undefined || found.includes(q.toLowerCase())) && (domain === undefined || found === domain)
}

function matches(found: SiteChange, { row, change, flapping }: Wanted): boolean {
  return (
    isChangeRow(found.row) &&
    (row === undefined || found.row === row) &&
    (change === undefined || found.change === change) &&
    (flapping === undefined || found.flapping === (flapping === 'yes'))
  )
}
