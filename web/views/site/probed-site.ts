import type { MetricName } from '../../../model/metrics.ts'
import type { Arm } from '../../../server/contract/contract.ts'
import type { Source } from '../../citation/source.ts'

/** A site in a campaign, and what of it was chosen. */
export interface ProbedSite {
  readonly domain: string
  readonly source: Source
  readonly campaignId: number
  readonly path: `/campaigns/${number}/sites/${number}`
  readonly arms: readonly Arm[]
  readonly counts: readonly { arm: Arm; valid: number; invalid: number; failed: number }[]
  readonly metric: MetricName
  readonly baseline: Arm
}
