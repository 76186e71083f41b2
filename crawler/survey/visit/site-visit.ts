import { siteFacts } from '../facts/site-facts.ts'
import type { SurveyContext } from '../operation/context.ts'
import type { VisitSite } from '../run/run-options.ts'
import { timeBudget } from './time-budget.ts'
import { visit } from './visit.ts'
import type { VisitOptions } from './visit-state.ts'

/** What is the same for every site of a run. */
export interface SiteVisitSettings
  extends Omit<SurveyContext, 'originMs' | 'signal'>,
    Omit<VisitOptions, 'holdAddress'> {}

/** A site's visit as `runSurvey` wants it: within its own time limit, with its facts. */
export function siteVisit(settings: SiteVisitSettings): VisitSite {
  const { clock, timeouts } = settings
  return async ({ domain }, { signal, addressSlots }) => {
    using budget = timeBudget({ ms: timeouts.siteMs, clock, parent: signal })
    const context: SurveyContext = { ...settings, originMs: clock(), signal: budget.signal }
    const rows = await visit(domain, context, {
      ...settings,
      // Waiting for others at the same address is not the site's fault: its time stands still.
      async holdAddress(address) {
        budget.pause()
        try {
          return await addressSlots.acquire(address, signal)
        } finally {
          budget.resume()
        }
      },
    })
    return { rows, facts: siteFacts(domain, rows) }
  }
}
