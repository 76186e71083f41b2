import type { Bins, Curve } from '../../model/published-cell.ts'
import { medianRanks } from '../median-ranks.ts'
import { binQuantile } from './bin-quantile.ts'
import { binned, binTotal } from './bins.ts'
import { blurredCount } from './blurred.ts'
import type { Contributor } from './contributors.ts'
import type { FieldRules } from './field-rules.ts'

/**
 * Says why there is no curve (never published: what is withheld looks the same whatever the reason, safety.md P8): -
 * `too_few_contributors`: fewer distinct people than demanded - `too_few_samples`: fewer loads than demanded -
 * `one_weighs_too_much`: one vote is a larger share of all than allowed - `too_few_changed`: since the last curve, which may
 * not be shown again, too few have changed to hide one of them - `leapt`: its median leapt, and there is no last good curve to
 * hold
 */
export type WithheldReason =
  | 'too_few_contributors'
  | 'too_few_samples'
  | 'one_weighs_too_much'
  | 'too_few_changed'
  | 'leapt'

/** Returns null without contributors. `blur` moves what everybody's loads show, as it did their values; default 0. */
export function curveOf(contributors: readonly Contributor[], blur = 0): Curve | null {
  const bins = binned(contributors.map(({ valueMs }) => valueMs))
  const medianMs = binQuantile(bins, 0.5)
  if (medianMs === undefined) return null
  const interval = medianInterval(bins)
  return {
    bins,
    contributors: contributors.length,
    samples: Math.max(1, Math.round(loadsOf(contributors, blur))),
    medianMs,
    lowMs: interval?.lowMs ?? null,
    highMs: interval?.highMs ?? null,
  }
}

/** Loads of all, each contributor’s number moved by `blur`. */
export function loadsOf(
  contributors: readonly Pick<Contributor, 'cidHash' | 'samples'>[],
  blur: number,
): number {
  return contributors.reduce(
    (sum, { cidHash, samples }) => sum + blurredCount(samples, { cidHash, what: 'loads' }, blur),
    0,
  )
}

/** 95 % interval of the median of what lies in bins, by the ranks that enclose it; null below six. */
export function medianInterval(bins: Bins): { readonly lowMs: number; readonly highMs: number } | null {
  const n = binTotal(bins)
  const ranks = medianRanks(n)
  if (ranks === null) return null
  const at = (rank: number): number => binQuantile(bins, (rank - 0.5) / n) ?? 0
  return { lowMs: at(ranks.low), highMs: at(ranks.high) }
}

/** Says which thresholds these contributors do not come up to; none where their curve may be published. */
export function shortOf(
  contributors: readonly Pick<Contributor, 'samples' | 'quarter'>[],
  rules: FieldRules,
): WithheldReason[] {
  const reasons: WithheldReason[] = []
  const samples = contributors.reduce((sum, one) => sum + one.samples, 0)
  if (distinctPeople(contributors) < rules.contributors) reasons.push('too_few_contributors')
  if (samples < rules.samples) reasons.push('too_few_samples')
  if (1 / contributors.length > rules.heaviestShare) reasons.push('one_weighs_too_much')
  return reasons
}

/** At least so many: somebody has another pseudonym in each quarter, and no two in one. */
function distinctPeople(contributors: readonly Pick<Contributor, 'quarter'>[]): number {
  return Math.max(
    0,
    ...Map.groupBy(contributors, ({ quarter }) => quarter)
      .values()
      .map((of) => of.length),
  )
}

/** The curve of those who pass every threshold, or else why there is none. */
export function cellOf(
  contributors: readonly Contributor[],
  rules: FieldRules,
): { readonly curve: Curve } | { readonly reasons: readonly WithheldReason[] } {
  const reasons = shortOf(contributors, rules)
  const curve = curveOf(contributors, rules.blur)
  return curve === null || reasons.length > 0 ? { reasons } : { curve }
}
