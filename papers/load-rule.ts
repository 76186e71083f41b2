import type { Expectation } from './rule.ts'

/** Result of one load, as `docs/load.md` defines it, or had with so many users. */
export type LoadMeasure =
  | { readonly is: 'highest rate' | 'users at the highest rate' }
  | { readonly is: 'users at the limit' | 'users at the first error' }
  /** Counts at the end of the first interval in which nine tenths of Apache's threads have work, as of the highest rate. */
  | { readonly is: 'users at which all workers are busy' }
  | { readonly is: 'median page time' | 'share of the processor'; readonly users: number }
  | { readonly is: 'memory added'; readonly users: readonly [from: number, to: number] }

/** `http` is HTTP/1.1 in clear text, `h1` over TLS; `spdy` is HTTP/2: Apache speaks no HTTP/3. */
export interface LoadSide {
  readonly arm: 'http' | 'h1' | 'spdy'
  readonly measure: LoadMeasure
}

/** Decides a statement from loads of one server over the plan's own ramp, repetition by repetition. */
export interface LoadRule {
  /** Plan of `lab/load/plans/`; it refers to the entry. */
  readonly plan: string
  readonly server: string
  /** `ratio` of / over, `difference` of − over in percentage points. */
  readonly as: 'ratio' | 'difference'
  readonly of: LoadSide
  readonly over: LoadSide
  readonly expects: Expectation
  /** Says what the rule leaves undecided of the statement, or does otherwise. */
  readonly but?: string
}
