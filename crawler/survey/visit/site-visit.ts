import { siteFacts } from '../facts/site-facts.ts'
import type { SurveyContext } from '../operation/context.ts'
import type { VisitSite } from '../run/run-options.ts'
import { abandonLate } from './abandon-late.ts'
import { timeBudget } from './time-budget.ts'
import { visit } from './visit.ts'
import type { VisitOptions } from './visit-state.ts'

export interface SiteVisitSettings
  extends Omit<SurveyContext, 'originMs' | 'signal'>,
    Omit<VisitOptions, 'holdAddress'> {}

/** A visit that has not ended so long after its limit, or after the run was stopped, never will. */
const GRACE_MS = 5_000

/**
 * A site's visit as `runSurvey` wants it: within its own time limit, with its facts. Rejects where it does not end.
 * @param work what is done at the site, and is abandoned where it does not heed its signal
 */
export function siteVisit(settings: SiteVisitSettings, graceMs = GRACE_MS, work = visit): VisitSite {
  const { clock, timeouts } = settings
  return async ({ domain }, { signal, addressSlots }) => {
    using budget = timeBudget({ ms: timeouts.siteMs, clock, parent: signal })
    // An abandoned visit would hold its places forever.
    using held = new DisposableStack()
    const context: SurveyContext = { ...settings, originMs: clock(), signal: budget.signal }
    const visiting = work(domain, context, {
      ...settings,
      // Waiting for others at the same address is not the site's fault: its time stands still.
      async holdAddress(address) {
        budget.pause()
        try {
          const place = await addressSlots.acquire(address, signal)
          if (held.disposed) place[Symbol.dispose]()
          else held.use(place)
          return place
        } finally {
          budget.resume()
        }
      },
    })
    const rows = await abandonLate(visiting, budget.signal, graceMs)
    return { rows, facts: siteFacts(domain, rows, settings.page) }
  }
}
