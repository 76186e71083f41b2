import type { Arm } from '../../model/arm.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { Visit } from '../../model/visit.ts'
import { SERVERS } from '../origin/servers.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import { LevelFault } from './level-fault.ts'
import type { PlannedCell } from './plan.ts'

/** Arms over TLS that need no announcement: each knows beforehand what it speaks. */
const FORCED: readonly Arm[] = ['h1', 'h2', 'h3']
const ANNOUNCED: readonly Arm[] = ['h3-altsvc']

/** The arms whose browser can make a visit. The others are left out of its cells. */
const VISIT_ARMS: Readonly<Record<Visit, readonly Arm[] | null>> = {
  cold: null,
  'https-record': ANNOUNCED,
  'alt-svc-first': ANNOUNCED,
  'alt-svc-second': ANNOUNCED,
  resumed: FORCED,
  'zero-rtt': FORCED,
  'warm-cache': FORCED,
}

/** Says why an arm cannot make a visit; null where it can. */
export function whyNoVisit(arm: Arm, visit: Visit): string | null {
  const arms = VISIT_ARMS[visit]
  return arms === null || arms.includes(arm) ? null : `the visit ${visit} is of ${arms.join(', ')}`
}

/** Says why a plan cannot have both HTTPS records and recorded pages: a client asks one resolver. Null where it has not. */
export function resolverConflict(cells: readonly Pick<PlannedCell, 'visit' | 'page'>[]): string | null {
  const byRecord = cells.find(({ visit }) => visit === 'https-record')
  const recorded = cells.find(({ page }) => page.startsWith(RECORDING_PREFIX))
  if (byRecord === undefined || recorded === undefined) return null
  return 'the visit https-record and recorded pages need resolvers of their own: put them into plans of their own'
}

/** @throws LevelFault where a cell's visit cannot be made by any arm, or not of its page or server */
export function refuseByVisit(
  { visit, server, page }: Pick<PlannedCell, 'visit' | 'server' | 'page'>,
  arms: readonly Arm[],
): void {
  if (visit === 'cold') return
  if (page.startsWith(RECORDING_PREFIX) || page.startsWith(GRAPH_PREFIX))
    throw new LevelFault('visit', `the visit ${visit} is of pages of the catalogue, loaded by a browser`)
  const { title, settable } = SERVERS[server]
  if (!settable.includes('visits'))
    throw new LevelFault('visit', `${title} does not say what it resumed, which the visit ${visit} needs`)
  const reasons = arms.map((arm) => whyNoVisit(arm, visit))
  if (reasons.every((why) => why !== null))
    throw new LevelFault('visit', `no arm of the plan can make it: ${reasons[0]}`)
}
