import type { Change, Request } from '../contract/contract.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'
import { newestFirst, seriesChanges } from '../survey/series-changes.ts'
import { surveySeries } from '../survey/survey-series.ts'

export async function changes(
  { db, trends }: Context,
  { query }: Request<'changes'>,
): Promise<Reply<'changes'>> {
  const { page = 1, pageSize, format: _format, until, ...wanted } = query
  const found: Change[] = []
  for (const series of await surveySeries(db, until)) {
    const { changes } = await trends.read(series)
    for (const change of seriesChanges(series, changes)) if (matches(change, wanted)) found.push(change)
  }
  const rows = found.sort(newestFirst).slice((page - 1) * pageSize, page * pageSize)
  return { answer: { total: found.length, page, pageSize, rows } }
}

type Wanted = Omit<Request<'changes'>['query'], 'page' | 'pageSize' | 'format' | 'until'>

function matches(found: Change, { q, domain, row, change, vantage, flapping }: Wanted): boolean {
  return (
    (q === undefined || found.domain.includes(q.toLowerCase())) &&
    (domain === undefined || found.domain === domain) &&
    (row === undefined || found.row === row) &&
    (change === undefined || found.change === change) &&
    (vantage === undefined || found.vantage === vantage) &&
    (flapping === undefined || found.flapping === (flapping === 'yes'))
  )
}
