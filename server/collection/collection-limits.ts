import { VisitorLimits } from './visitor-limits.ts'

/** Says how much one address may send (safety.md ING-5, ING-9); 0 for any number. */
export interface CollectionLimits {
  /** Default 60. */
  readonly perMinute?: number
  /** Default 600. */
  readonly perDay?: number
  /** Different sites. Default 50. */
  readonly sitesPerDay?: number
  /** Number for one site: what a household makes. Default 10. */
  readonly perSiteAndDay?: number
}

interface CollectionLimitOptions {
  readonly limits: CollectionLimits
  readonly clock: () => number
  /** Wall time, ISO 8601 in UTC. */
  readonly now: () => string
}

/** Deletions of one address: each may be of 300 pseudonyms, which is more than a volunteer ever has. */
const DELETIONS = { perMinute: 10, perDay: 100, subjectsPerDay: 0, perSubject: 0 } as const

const ANY_NUMBER = { perMinute: 0, perDay: 0 } as const

/** The limits of each kind of request. `others`: what is neither an upload nor a deletion, such as preflights. */
export function collectionLimits({
  limits: { perMinute = 60, perDay = 600, sitesPerDay = 50, perSiteAndDay = 10 },
  clock,
  now,
}: CollectionLimitOptions): Readonly<Record<'uploads' | 'deletions' | 'others', VisitorLimits>> {
  const perSite = { subjectsPerDay: sitesPerDay, perSubject: perSiteAndDay }
  return {
    uploads: new VisitorLimits({ perMinute, perDay, ...perSite, clock, now }),
    // Deletions are not limited where uploads are not: a load test, or a proxy in front that does it.
    deletions: new VisitorLimits({ ...DELETIONS, ...(perDay === 0 ? ANY_NUMBER : {}), clock, now }),
    others: new VisitorLimits({ ...DELETIONS, perMinute, perDay, clock, now }),
  }
}
