import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import type { ArmComparison } from '../../stats/comparison/compare-arms.ts'
import type { Limits } from '../../stats/limits.ts'

/** `1.20–1.41`; null without an interval. */
export function limitsText(limits: Limits | null | undefined): string | null {
  return limits == null ? null : ratioRangeText(limits)
}

/** `1.42`; null without rounds. */
export function gainText(comparison: ArmComparison | null | undefined): string | null {
  return comparison?.gain == null ? null : ratioText(comparison.gain)
}

/** Lag 1; null without an interval. */
export function autocorrelationText(comparison: ArmComparison | null): string | null {
  return comparison?.autocorrelation?.value.toFixed(2) ?? null
}

export function verdictText(comparison: ArmComparison | null): string {
  return comparison === null ? 'baseline' : comparison.verdict
}

/** The smallest detectable difference: `12 %`; null without an interval. */
export function detectableText(comparison: ArmComparison | null | undefined): string | null {
  const percent = comparison?.couldHaveShownPercent ?? null
  return percent === null ? null : `${percent.toFixed(percent < 10 ? 1 : 0)} %`
}

/** Says how intervals are made, for the foot of a table. */
export const INTERVAL_NOTE =
  '95 % interval by bootstrap over rounds, wider where rounds resemble their neighbours (autocorr. above 0: lag-1 ' +
  'autocorrelation of log ratios). detects: the smallest detectable difference.'

/** Says why some intervals are wider: a line for each autocorrelated comparison, one for the sequential rule. */
export function intervalNotes(
  compared: readonly { readonly name: string; readonly comparison: ArmComparison | null }[],
): string[] {
  const found = compared.flatMap(({ name, comparison }) =>
    comparison === null ? [] : [{ name, ...comparison }],
  )
  const resembling = found.flatMap(({ name, n, autocorrelation: rho, effectiveRounds }) => {
    if (rho === null || effectiveRounds === null || rho.low <= 0) return []
    const figures = `${rho.value.toFixed(2)}, 95 % interval ${rho.low.toFixed(2)}–${rho.high.toFixed(2)}`
    return `${name}: rounds resemble their neighbours (autocorrelation ${figures}); ${n} count as ${effectiveRounds.toFixed(1)}`
  })
  return found.some(({ intervalRule }) => intervalRule === 'sequential')
    ? [
        ...resembling,
        'Intervals are sequential (--until-ci): they hold at every round at which a site could have ended, from 10 on.',
      ]
    : resembling
}

/** Fills the columns interval_rule, autocorrelation, autocorrelation_low, autocorrelation_high, effective_rounds. */
export function independenceCells(
  comparison: ArmComparison | null,
): [string | null, number | null, number | null, number | null, number | null] {
  const { intervalRule = null, autocorrelation: rho = null, effectiveRounds = null } = comparison ?? {}
  return [intervalRule, rho?.value ?? null, rho?.low ?? null, rho?.high ?? null, effectiveRounds]
}
