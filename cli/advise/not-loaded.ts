import { STATUS_CODES } from 'node:http'
import type { CheckReport } from '../check/check-report.ts'
import { OF_THIS_MACHINE } from '../probe/enough-rounds.ts'
import { withMeaning } from '../probe/reason-text.ts'

/** Media types that browsers show as a page. */
const PAGES = new Set(['text/html', 'application/xhtml+xml'])

/** People may get the page that such an answer keeps from a browser of ours. */
const REFUSALS = new Set([401, 403, 429, 503])

/**
 * Why a page is not recorded although its site answered the survey, as a clause; null: it is recorded, since loads of it count or
 * since what prevented them is of this machine.
 */
export function whyNotLoaded({
  url,
  loads,
  failures,
}: Pick<CheckReport, 'failures' | 'loads' | 'url'>): string | null {
  const [load] = loads
  if (load !== undefined)
    return load.mediaType === null || PAGES.has(load.mediaType)
      ? null
      : `${url} is a file (${load.mediaType}), not a page`
  const reasons = [...new Set(failures.map(({ reason }) => reason))]
  if (reasons.length === 0 || reasons.some((reason) => OF_THIS_MACHINE.has(reason))) return null
  const status = failures.find((each) => each.status !== null && each.status >= 300)?.status ?? null
  return status === null
    ? `${url} does not load: ${reasons.map(withMeaning).join(', ')}`
    : `${url} answers ${status} (${STATUS_CODES[status] ?? 'unknown'}) ${REFUSALS.has(status) ? 'to a browser that nobody sits at' : 'and no page'}`
}
