import type { RoundPair } from '../../../stats/comparison/pair-rounds.ts'

export interface Campaign {
  readonly rounds: number
  /** Coefficient of variation of each arm's times. */
  readonly variation: number
  /** True gain: the baseline's median over the arm's. */
  readonly gain: number
  /** Correlation of the logarithms of the two times of a round; default 0. */
  readonly correlation?: number
  /** Share of loads that take twice as long; default 0. */
  readonly outliers?: number
  /** Of the logarithms within each arm, from round to round (first-order autoregression); default 0. */
  readonly autocorrelation?: number
}

/** Page load times as they come: log-normal, 1,000 ms in the baseline's middle. */
export function simulatedCampaign(
  { rounds, variation, gain, correlation = 0, outliers = 0, autocorrelation = 0 }: Campaign,
  random: () => number,
): RoundPair[] {
  const sigma = Math.sqrt(Math.log1p(variation ** 2))
  const own = Math.sqrt(1 - correlation)
  const series = (): (() => number) => {
    let last: number | null = null
    return () => {
      const fresh = normal(random)
      last = last === null ? fresh : autocorrelation * last + Math.sqrt(1 - autocorrelation ** 2) * fresh
      return last
    }
  }
  const [commonOf, baselineOf, armOf] = [series(), series(), series()]
  const time = (common: number, ownPart: number): number => {
    const usual = 1_000 * Math.exp(sigma * (common + own * ownPart))
    return random() < outliers ? 2 * usual : usual
  }
  return Array.from({ length: rounds }, (_, round) => {
    const common = Math.sqrt(correlation) * commonOf()
    return { round, baseline: time(common, baselineOf()), arm: time(common, armOf()) / gain }
  })
}

/** Box and Muller, Annals of Mathematical Statistics 29 (1958) 610–611. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
