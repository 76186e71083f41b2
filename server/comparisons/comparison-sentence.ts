import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import { type ArmComparison, FIRST_LOOK, MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import { ARMS, type Arm } from '../contract/contract.ts'
import type { Compared } from './comparison-source.ts'

/** Words a comparison in one sentence. `undefined`: one of the arms has no values at all. */
export function comparisonSentence(baseline: Arm, arm: Arm, compared: Compared | undefined): string {
  const [armLabel, baselineLabel] = [ARMS[arm].label, ARMS[baseline].label]
  if (compared === 'pending') return `${armLabel} is being compared with ${baselineLabel}.`
  if (compared === undefined || compared.n === 0)
    return `${armLabel} cannot be compared with ${baselineLabel}: there is no round in which both have a value.`
  if (compared.comparison === null)
    return `${armLabel} cannot be compared with ${baselineLabel} as a ratio: some values are 0.`
  const { n, gain, gainInterval, verdict, couldHaveShownPercent, intervalRule } = compared.comparison
  const rounds = n === 1 ? '1 round' : `${n} rounds`
  if (gain === null || gainInterval === null)
    return `Too few rounds: ${rounds} of ${armLabel} and ${baselineLabel} cannot show a difference (${intervalRule === 'fixed' ? MIN_ROUNDS : FIRST_LOOK} are needed).`
  const figures = `gain ${ratioText(gain)} (95 % ${intervalRule === 'fixed' ? '' : 'sequential '}interval ${ratioRangeText(gainInterval)}), ${rounds}`
  if (verdict !== 'no difference shown') return `${armLabel} is ${verdict} than ${baselineLabel}: ${figures}.`
  return `No difference shown between ${armLabel} and ${baselineLabel}: ${figures}${detectable(couldHaveShownPercent)}.`
}

function detectable(percent: ArmComparison['couldHaveShownPercent']): string {
  return percent === null ? '' : `; smallest detectable difference ${percent.toFixed(1)} %`
}
