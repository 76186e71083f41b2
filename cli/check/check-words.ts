import { ARMS, type Arm } from '../../model/arm.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { type ArmComparison, MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import { baselineOf } from '../probe/baseline.ts'
import type { ArmResult } from '../probe/campaign-results.ts'
import { withMeaning } from '../probe/reason-text.ts'
import type { CheckReport } from './check-report.ts'

/** Whether at least one protocol was compared over enough rounds for a verdict. */
export function hasVerdict({ arms }: Pick<CheckReport, 'arms'>): boolean {
  return arms.some(({ comparison }) => comparison !== null && comparison.gainInterval !== null)
}

export function whyNoVerdict(report: Pick<CheckReport, 'arms' | 'leftOut'>): string {
  return [...leftOutSentences(report.arms), ...verdictSentences(report)].join(' ')
}

export function verdictSentences({ arms, leftOut }: Pick<CheckReport, 'arms' | 'leftOut'>): string[] {
  const baseline = baselineOf(arms.map(({ arm }) => arm))
  const compared = arms.flatMap(({ arm, comparison }) =>
    baseline === null || comparison === null ? [] : [comparedSentence(arm, baseline, comparison)],
  )
  const only =
    compared.length === 0 && baseline !== null
      ? [
          arms.some(({ valid }) => valid > 0)
            ? `Only ${labelOf(baseline)} could be loaded: nothing to compare.`
            : `${labelOf(baseline)} alone was tried, and no load of it counts: nothing to compare.`,
        ]
      : []
  return [
    ...compared,
    ...only,
    ...leftOut.map(({ arm, reason }) => `${labelOf(arm)} was not compared: ${withMeaning(reason)}.`),
  ]
}

function comparedSentence(arm: Arm, baseline: Arm, comparison: ArmComparison): string {
  const { n, gain, gainInterval, verdict, baselineMedian, armMedian, couldHaveShownPercent } = comparison
  const [name, base] = [labelOf(arm), labelOf(baseline)]
  if (gain === null || baselineMedian === null || armMedian === null)
    return `${name} cannot be compared with ${base}: no round has a valid load of both.`
  const times = `${ms(armMedian)} instead of ${ms(baselineMedian)}`
  if (gainInterval === null)
    return `Too few rounds for a verdict on ${name}: ${n} of the ${MIN_ROUNDS} that are needed (${times} so far).`
  const figures = `gain ${ratioText(gain)}, 95 % interval ${ratioRangeText(gainInterval)}, ${n} rounds`
  if (verdict !== 'no difference shown')
    return `${name} is ${verdict} than ${base} by ${ms(Math.abs(baselineMedian - armMedian))}: ${times} (${figures}).`
  const detectable =
    couldHaveShownPercent === null
      ? ''
      : ` The smallest detectable difference was ${couldHaveShownPercent.toFixed(0)} %.`
  return `No difference shown between ${name} and ${base}: ${times} (${figures}).${detectable}`
}

export function spokenSentence({
  http,
  finalOrigin,
  h1,
  h2,
  h3,
  h3ClaimedAltSvc,
  h3ClaimedDns,
  failure,
}: SurveyedSite): string {
  if (http === true && finalOrigin?.startsWith('http:') === true)
    return 'Answers HTTP/1.1 in clear text, without TLS, which HTTP/2 and HTTP/3 need in browsers.'
  if (h1 !== true && h2 !== true && h3 !== true)
    return `No protocol answered: ${failure === null ? 'unknown' : withMeaning(failure)}.`
  const answers: [string, boolean | null][] = [
    ['HTTP/1.1', h1],
    ['HTTP/2', h2],
    ['HTTP/3', h3],
  ]
  const listed = (wanted: boolean | null): string =>
    answers.flatMap(([name, answer]) => (answer === wanted ? [name] : [])).join(', ')
  const claimed = [h3ClaimedAltSvc === true ? 'Alt-Svc' : '', h3ClaimedDns === true ? 'an HTTPS record' : '']
  const claims = claimed.filter((claim) => claim !== '').join(' and ')
  return [
    `Answers ${listed(true)}`,
    listed(false) === '' ? '' : `does not answer ${listed(false)}`,
    listed(null) === '' ? '' : `unknown: ${listed(null)}`,
    announcement(claims, h3ClaimedAltSvc === false && h3ClaimedDns === false),
  ]
    .filter((part) => part !== '')
    .join('; ')
    .concat('.')
}

function announcement(claims: string, isNone: boolean): string {
  if (claims !== '') return `announces HTTP/3 by ${claims}`
  return isNone ? 'does not announce HTTP/3' : 'unknown whether it announces HTTP/3'
}

/** Loads that do not count, with their reasons. */
export function leftOutSentences(arms: readonly ArmResult[]): string[] {
  return arms.flatMap(({ arm, leftOut }) =>
    leftOut.map(({ reason, samples }) => {
      const loads = samples === 1 ? '1 load' : `${samples} loads`
      return `${loads} of ${labelOf(arm)} left out: ${withMeaning(reason ?? 'unknown')}.`
    }),
  )
}

export function baselineLabel(arms: readonly Pick<ArmResult, 'arm'>[]): string {
  return labelOf(baselineOf(arms.map(({ arm }) => arm)) ?? 'h1')
}

export function labelOf(arm: Arm): string {
  return ARMS[arm].label
}

export function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
