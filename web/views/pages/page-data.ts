import { ARM_NAMES, type Arm } from '../../../model/arm.ts'
import type { CompositionMetric } from '../../../model/composition-metrics.ts'
import type { Campaign, CompositionCdf, Defaults } from '../../../server/contract/contract.ts'
import { choiceOf } from '../../client/address.ts'
import { shownCampaign } from '../shown-data.ts'
import type { ViewContext } from '../view.ts'

/** Metrics that a figure is drawn of, in their order. */
export const DRAWN_METRICS = [
  'domains',
  'requests',
  'har_bytes',
  'connections',
  'share_top1',
  'servers',
] as const

/** Metrics that the papers' tables have besides. */
const TABLED_METRICS = ['initial_window', 'rtt_median_ms'] as const

export interface PagesData {
  readonly campaign: Campaign
  readonly campaigns: readonly Campaign[]
  readonly defaults: Defaults
  readonly arm: Arm
  /** Arms of the campaign, in the usual order. */
  readonly arms: readonly Arm[]
  readonly cdfs: ReadonlyMap<CompositionMetric, CompositionCdf>
}

export type ArmCurve = CompositionCdf['arms'][number]

/** Returns null where no campaign has loaded pages. */
export async function loadPages(context: ViewContext): Promise<PagesData | null> {
  const { api, query, pin } = context
  const shown = await shownCampaign(context)
  if (shown === null) return null
  const { run: campaign, runs: campaigns, defaults } = shown
  const arms = ARM_NAMES.filter((arm) => campaign.arms.includes(arm))
  const arm = choiceOf(query, 'arm', arms, defaultArm(arms))
  pin({ arm })
  const cdfs = await Promise.all(
    [...DRAWN_METRICS, ...TABLED_METRICS].map((metric) =>
      api.get('compositionCdf', `/campaigns/${campaign.id}/composition/cdf`, { metric }),
    ),
  )
  return {
    ...{ campaign, campaigns, defaults, arm, arms },
    cdfs: new Map(cdfs.map((cdf) => [cdf.metric, cdf])),
  }
}

/** The baseline: what is loaded over HTTP/1.1 is what the papers describe. */
export function defaultArm(arms: readonly Arm[]): Arm {
  return arms.includes('h1') ? 'h1' : (arms[0] ?? 'h1')
}

/** The curve of the chosen arm; null where no site has a value. */
export function chosenCurve({ cdfs, arm }: PagesData, metric: CompositionMetric): ArmCurve | null {
  const curve = cdfs.get(metric)?.arms.find((one) => one.arm === arm)
  return curve === undefined || curve.n === 0 ? null : curve
}
