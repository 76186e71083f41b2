import type { Visit } from '../../../model/visit.ts'

/** Steps between the load that prepares a visit and the one that is measured: connections are closed in any case. */
export interface VisitSteps {
  readonly clearsCache: boolean
}

/** Is null where nothing prepares it: the first load is the one that is measured. */
export const VISIT_STEPS: Readonly<Record<Visit, VisitSteps | null>> = {
  cold: null,
  'https-record': null,
  'alt-svc-first': null,
  // Chromium forgets Alt-Svc with its cache; responses here say of no time that they are fresh, so none is kept.
  'alt-svc-second': { clearsCache: false },
  resumed: { clearsCache: true },
  'zero-rtt': { clearsCache: true },
  'warm-cache': { clearsCache: false },
}
