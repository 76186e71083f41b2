/** Conditions for publishing a curve of the field, and its guards. Defaults: `FIELD_RULES`. */
export interface FieldRules {
  /** Days before the release's Monday whose loads count. */
  readonly windowDays: number
  /**
   * Distinct days that a pseudonym must have loads of, and that something of it must have come on by the server's clock,
   * before it counts (safety.md ING-9).
   */
  readonly quarantineDays: number
  /** Distinct pseudonyms of one quarter that a curve must have (safety.md P8). */
  readonly contributors: number
  /** Loads that it must have (safety.md P8). */
  readonly samples: number
  /** Largest share that one pseudonym may have in it (safety.md P8). */
  readonly heaviestShare: number
  /** Scale of Laplace's distribution by which the logarithm of each vote is moved; 0 for none (docs/decisions/018). */
  readonly blur: number
  /** Pseudonyms that must have joined, left or moved to another bin before it is made anew (safety.md P8). */
  readonly changed: number
  /** It is held where its median leaps by more of these than so many: median absolute deviations (safety.md ING-9). */
  readonly freezeMads: number
  /** Weeks whose medians such a deviation is taken over. */
  readonly historyWeeks: number
  /** Smallest deviation that is assumed, as a logarithm. */
  readonly leastSpread: number
  /** Number of weekly curves after which a cell is settled: who contributes moves its median at a pace. */
  readonly settledWeeks: number
  /** Number of contributors from which on the pace is the slow one. */
  readonly manyContributors: number
  /** The slow pace: how far the median may go in a week, as a logarithm. Before, one standard error in 13 weeks. */
  readonly step: number
  /** Number of those there before who must be left to be asked whether the site itself has changed. */
  readonly witnesses: number
  /** Significantly more of them than this share must have moved the same way. */
  readonly agreeing: number
}

/** Reasons for each stand in docs/field.md. */
export const FIELD_RULES: FieldRules = {
  windowDays: 28,
  quarantineDays: 3,
  contributors: 20,
  samples: 50,
  heaviestShare: 0.1,
  blur: 0.2,
  changed: 5,
  freezeMads: 4,
  historyWeeks: 8,
  leastSpread: 0.0125,
  settledWeeks: 4,
  manyContributors: 200,
  step: 0.01 / 13,
  witnesses: 20,
  agreeing: 0.65,
}

/** The defaults with what a study has instead of them; what is no rule, or no number, is left out. */
export function fieldRules(own: object | null): FieldRules {
  const known = Object.entries(own ?? {}).filter(
    ([name, value]) => Object.hasOwn(FIELD_RULES, name) && typeof value === 'number' && value >= 0,
  )
  return { ...FIELD_RULES, ...Object.fromEntries(known) }
}
