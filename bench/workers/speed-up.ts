import { type MedianEstimate, medianEstimate } from '../../stats/median-estimate.ts'
import type { TimedSurvey } from './timed-survey.ts'

/** Two workers take the work off each other's hands, where it waits for the network. */
export const LEAST_SPEED_UP = 1.9

export interface SpeedUp {
  readonly rounds: number
  /** Time of one worker divided by that of two, in each round. */
  readonly ratio: MedianEstimate | null
  /** Null without a ratio. */
  readonly met: boolean | null
}

/** How many times as fast two workers were as one in the same round. A round in which a site gave no answer does not count. */
export function speedUp(rounds: readonly (readonly TimedSurvey[])[]): SpeedUp {
  const ratios = rounds.flatMap((round) => {
    const whole = round.filter(({ sites, reached }) => reached === sites)
    const [one, two] = [1, 2].map((count) => whole.find(({ workers }) => workers === count))
    return one === undefined || two === undefined ? [] : one.wallMs / two.wallMs
  })
  const ratio = medianEstimate(ratios) ?? null
  return { rounds: ratios.length, ratio, met: ratio === null ? null : ratio.value >= LEAST_SPEED_UP }
}

/** One line as a survey ends. */
export function surveyLine(round: number, survey: TimedSurvey): string {
  const { workers, sites, reached, wallMs, busyFraction } = survey
  const busy = busyFraction === null ? 'unknown' : `${Math.round(100 * busyFraction)} %`
  const missing = reached === sites ? '' : `, ${sites - reached} sites without an answer`
  return `round ${round + 1}  ${workers} worker(s): ${(wallMs / 1_000).toFixed(1)} s, ${((sites / wallMs) * 1_000).toFixed(1)} sites/s, cores busy ${busy}${missing}`
}

export function speedUpText({ rounds, ratio, met }: SpeedUp): string {
  if (ratio === null) return 'no round had both with an answer of every site'
  const interval =
    ratio.interval === null
      ? 'no interval: fewer than 6 rounds'
      : `95 % interval ${ratio.interval.map((end) => end.toFixed(2)).join('–')}`
  return `two workers × ${ratio.value.toFixed(2)} one worker (median of ${rounds} rounds, ${interval}); target ≥ ${LEAST_SPEED_UP}: ${met === true ? 'met' : 'MISSED'}`
}
