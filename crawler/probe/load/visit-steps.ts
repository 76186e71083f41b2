import type { Visit } from '../../../model/visit.ts'

/** What happens between the load that prepares a visit and the one that is measured: connections are closed in any case. */
export interface VisitSteps {
  readonly clearsCache: boolean
}

/** Null: nothing prepares it, the first load is the one that is measured. */
export const VISIT_STEPS: Readonly<Record<Visit, VisitSteps | null>> = {
  cold: null,
  'https-record': null,
  'alt-svc-first': null,
  // With its cache Chromium forgets Alt-Svc too; responses here say of no time that they are fresh, so none is kept.
  'alt-svc-second': { clearsCache: false },
  resumed: { clearsCache: true },
  'zero-rtt': { clearsCache: true },
  'warm-cache': { clearsCache: false },
}
