import { countText, minutesText } from '../output/text.ts'

/** Cost of a survey, a site on average. */
interface SiteCost {
  /** Processor time of all workers. */
  readonly cpuMs: number
  /** Time from the start to the end of its visit. */
  readonly visitMs: number
  readonly requests: number
  /** Received, all layers included. */
  readonly receivedBytes: number
  readonly diskBytes: number
}

/** All six operations and robots.txt; docs/scale.md says how each was measured. */
const MEASURED: SiteCost = {
  cpuMs: 7,
  visitMs: 2_360,
  requests: 4.3,
  receivedBytes: 43_000,
  diskBytes: 3_300,
}

/** Share of the processors' time that a survey gets beside the system's part in networking. */
const CPU_SHARE = 0.6

/** Sites a second as far as it was measured: the processors are the limit, or visits that wait. */
export function plannedRatePerS(concurrency: number, cores: number, cost: SiteCost = MEASURED): number {
  return Math.min((CPU_SHARE * cores * 1_000) / cost.cpuMs, (concurrency * 1_000) / cost.visitMs)
}

/** `about 2 min, 43000 requests, 430 MB received, 33 MB on disk`. */
export function surveyCostText(sites: number, ratePerS: number, cost: SiteCost = MEASURED): string {
  const megabytes = (bytes: number): string => `${Math.max(1, Math.round((bytes * sites) / 1e6))} MB`
  return (
    `about ${minutesText((1_000 * sites) / ratePerS)}, ${countText(Math.round(cost.requests * sites), 'request')}, ` +
    `${megabytes(cost.receivedBytes)} received, ${megabytes(cost.diskBytes)} on disk`
  )
}
