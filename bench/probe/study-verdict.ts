import { type ArmComparison, MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import type { Limits } from '../../stats/limits.ts'
import type { SeriesCampaign } from './series-campaign.ts'

/** How many of a study's campaigns said what they should not, or should. */
export interface StudyVerdict {
  readonly campaigns: number
  /** Campaigns that called a difference (A/A), found the planted one (power), or agreed (warm and cold). */
  readonly counted: number
  /** The most, or the least, that there may be of them. */
  readonly limit: number
  /** Campaigns that lost so many rounds that they say nothing: the study is not judged while there are any. */
  readonly unusable: number
  /** Null where it is not judged. */
  readonly met: boolean | null
}

/** A tenth of the campaigns: 2 of 20. At a level of 5 %, randomness alone exceeds that in 8 % of such studies. */
const MISTAKES_SHARE = 0.1
/** Rounds that a campaign must keep. */
const KEPT_SHARE = 0.75

/** Whether enough of a campaign's rounds count. */
export function isUsable({ pairs, rounds }: SeriesCampaign): boolean {
  return pairs.length >= MIN_ROUNDS && pairs.length >= KEPT_SHARE * rounds
}

/** The same arm twice: how often a difference was called, which may be in a tenth of the campaigns. */
export function judgeAa(campaigns: readonly SeriesCampaign[]): StudyVerdict {
  const counted = campaigns.filter(({ comparison }) =>
    ['faster', 'slower'].includes(comparison.verdict),
  ).length
  const limit = Math.floor(MISTAKES_SHARE * campaigns.length)
  return verdictOf(campaigns, counted, limit, counted <= limit)
}

/** A slower arm: how often it was called slower, which must be in nine of ten campaigns. */
export function judgePower(campaigns: readonly SeriesCampaign[]): StudyVerdict {
  const counted = campaigns.filter(({ comparison }) => comparison.verdict === 'slower').length
  const limit = Math.ceil((1 - MISTAKES_SHARE) * campaigns.length)
  return verdictOf(campaigns, counted, limit, counted >= limit)
}

/** One comparison made with warm and once more with cold browsers. */
export interface KindPair {
  readonly warm: SeriesCampaign
  readonly cold: SeriesCampaign
}

/** Warm against cold: how often both gains agreed, which may fail in a tenth of the pairs. */
export function judgeKinds(pairs: readonly KindPair[]): StudyVerdict {
  const counted = pairs.filter((pair) => gainAgreement(pair)?.agree === true).length
  const limit = Math.ceil((1 - MISTAKES_SHARE) * pairs.length)
  const unusable = pairs.filter(({ warm, cold }) => !isUsable(warm) || !isUsable(cold)).length
  const met = unusable > 0 || pairs.length === 0 ? null : counted >= limit
  return { campaigns: pairs.length, counted, limit, unusable, met }
}

/**
 * Gains that differ by less are the same to whoever reads them with two digits after the point. That a difference is below
 * it has to be shown by the whole interval: an interval that merely holds 1 may be a wide one, and one of enough rounds
 * excludes it for a difference that is of no matter.
 */
const SAME_SHARE = 0.02

/** How two gains that were measured apart compare. */
export interface GainAgreement {
  /** Gain of warm browsers divided by that of cold ones. */
  readonly ratio: number
  readonly interval: Limits
  /** Whether the whole interval is within `SAME_SHARE` of 1. */
  readonly agree: boolean
}

/**
 * The ratio of two independent gains. Its interval is, in logarithms, as wide as both intervals together, added like the
 * errors of independent figures (in squares): 95 % as theirs are. Null where a gain has no interval.
 */
export function gainAgreement({ warm, cold }: KindPair): GainAgreement | null {
  const [warmGain, coldGain] = [logGain(warm.comparison), logGain(cold.comparison)]
  if (warmGain === null || coldGain === null) return null
  const logRatio = warmGain.middle - coldGain.middle
  const half = Math.hypot(warmGain.half, coldGain.half)
  return {
    ratio: Math.exp(logRatio),
    interval: [Math.exp(logRatio - half), Math.exp(logRatio + half)],
    agree: Math.abs(logRatio) + half <= Math.log(1 + SAME_SHARE),
  }
}

function logGain({ gain, gainInterval }: ArmComparison): { middle: number; half: number } | null {
  if (gain === null || gainInterval === null) return null
  return { middle: Math.log(gain), half: (Math.log(gainInterval[1]) - Math.log(gainInterval[0])) / 2 }
}

function verdictOf(
  campaigns: readonly SeriesCampaign[],
  counted: number,
  limit: number,
  holds: boolean,
): StudyVerdict {
  const unusable = campaigns.filter((campaign) => !isUsable(campaign)).length
  const met = unusable > 0 || campaigns.length === 0 ? null : holds
  return { campaigns: campaigns.length, counted, limit, unusable, met }
}
