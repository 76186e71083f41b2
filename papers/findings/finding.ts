import type { StatementVerdict } from '../../model/statement-verdict.ts'
import type { Rule } from '../rule.ts'

/** Says what samples show in one figure: words by people, numbers by samples. */
export interface Finding {
  /** Has no numbers. */
  readonly title: string
  /** Entry of the drawn figure that shows it; null: numbers alone. */
  readonly figure: string | null
  /**
   * The statements that it is of, with the verdicts that its words were written of, HTTP/2 before HTTP/3. A test is red where samples
   * say otherwise.
   */
  readonly statements: Readonly<Record<string, readonly StatementVerdict[]>>
  /** Names the deciding figure of the few findings that stand in the README. */
  readonly inReadme?: string
  /** Says how plan `findings` decides it on each stack; left out where no other server lets its condition be set. */
  readonly onServers?: Rule
  readonly found: string
  readonly why: string
  readonly unknown: string
}

/** A page of docs/results, of one paper or of a paper and its repetition. */
export interface ResultsPage {
  /** Name of the file. */
  readonly name: string
  readonly title: string
  /** Ids. */
  readonly papers: readonly string[]
  readonly findings: readonly Finding[]
  /** Says where two results disagree, and what may be the reason; null: none do. */
  readonly reconciled: string | null
  /** Threats beside those of all pages. */
  readonly threats: readonly string[]
}
