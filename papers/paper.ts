import type { LoadRule } from './load-rule.ts'
import type { Rule } from './rule.ts'

/** A document that this project's results stand beside, as data. */
export interface Paper {
  /** Says how entries are referred to: `ID:entry`, as in `cablelabs:table-5`. */
  readonly id: string
  /** Says how texts name it, as in `CableLabs 2012`. */
  readonly name: string
  /** Word for word. */
  readonly title: string
  /** Surnames, as the document gives them. */
  readonly authors: readonly string[]
  /** Says where it appeared. */
  readonly published: string
  readonly year: number
  /** False where the document itself was not at hand, so that entries are what another document says of it. */
  readonly read: boolean
  /** Its numbered figures, each with an entry `figure-N`. */
  readonly figures: readonly number[]
  /** Its numbered tables by arabic numbers, each with an entry `table-N`. */
  readonly tables: readonly number[]
  /** The numbers of its sections, in capitals as printed; empty where it numbers none. */
  readonly sections: readonly string[]
  readonly entries: readonly Entry[]
}

/** One statement, figure or table of a paper, in our words. */
export interface Entry {
  /** Small letters, digits and hyphens; `figure-N` and `table-N` for what has a number. */
  readonly id: string
  /** Place where it stands, as the paper numbers it: `Figure 2`, `Table II`, `section V-A`. */
  readonly place: string
  /** Never the paper's sentence. */
  readonly says: string
  /** Link, pages, protocols under which it says so; null where it says so of everything. */
  readonly condition: string | null
  /** Numbers that it prints; empty where it draws or says it without. */
  readonly printed: readonly Printed[]
  readonly decision: Decision
}

/** A printed number, its unit, and what it is of. Percentages are as printed, 7 for 7 %. */
export type Printed = readonly [value: number, unit: Unit, of: string]

/** `x` is a ratio, `users` and the like are counts. */
export type Unit =
  | 'B'
  | 'kB'
  | 'MB'
  | 'ms'
  | 's'
  | 'Mbit/s'
  | '%'
  | 'x'
  | 'pages/s'
  | 'requests/s'
  | 'segments'
  | 'packets'
  | Count

type Count =
  | 'cases'
  | 'connections'
  | 'hosts'
  | 'loads'
  | 'pages'
  | 'rank'
  | 'requests'
  | 'sites'
  | 'streams'
  | 'threads'
  | 'users'
  | 'R²'
  | 'p'

/** Says how samples of ours decide a statement, or why none of ours do. */
export type Decision = Rule | LoadRule | Undecided

interface Undecided {
  readonly plan: null
  readonly why: string
}

/** An entry that nothing of ours decides. */
export function undecided(why: string): Undecided {
  return { plan: null, why }
}

/** Whether samples of a lab run decide it. */
export function isRule(decision: Decision): decision is Rule {
  return 'clauses' in decision
}
