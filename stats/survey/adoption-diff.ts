import { type PairedDifference, pairedDifference } from '../tests/paired-proportions.ts'
import { type Interval, wilson } from '../tests/wilson.ts'
import { ADOPTION_ROW_NAMES, type AdoptionRowName } from './adoption-rows.ts'
import { readAnswers, type Sites, type SurveyAnswers } from './site-answers.ts'

export interface AdoptionChange {
  readonly row: AdoptionRowName
  /** Wilson 95 % over all sites of each survey, as `adoption` gives it: how the share itself went. */
  readonly before: Interval | null
  readonly after: Interval | null
  /** Sites in both surveys, by what each found. */
  readonly gained: number
  readonly lost: number
  readonly kept: number
  readonly never: number
  /** Sites in both surveys of which at least one could not find out. */
  readonly unknown: number
  /** List churn: adopting sites that only the later, or only the earlier survey holds. */
  readonly appeared: number
  readonly disappeared: number
  /** Net change over the sites that both surveys know about, without list churn; null where there is none. */
  readonly change: PairedDifference | null
  /** Domains that gained or lost, in the order of the later survey, at most `examples` each. */
  readonly gainedExamples: readonly string[]
  readonly lostExamples: readonly string[]
}

export interface AdoptionDiff {
  readonly method: string
  /** Sites in both surveys, only in the earlier, only in the later. */
  readonly both: number
  readonly onlyBefore: number
  readonly onlyAfter: number
  readonly rows: readonly AdoptionChange[]
}

/** How the change and its interval are computed, for the foot of a table. */
const DIFF_METHOD =
  'sites in both surveys; 95 % interval by Newcombe’s method 10 for paired proportions (1998), p by McNemar’s exact test'

export interface DiffOptions {
  readonly examples?: number
}

/**
 * What changed between two surveys, matched by domain; the order within each does not matter (but for the examples).
 *
 * @throws RangeError where a survey holds a domain twice
 */
export async function adoptionDiff(
  before: Sites,
  after: Sites,
  options: DiffOptions = {},
): Promise<AdoptionDiff> {
  const earlier = await readAnswers(before, 'earlier survey')
  return diffAnswers(earlier, await readAnswers(after, 'later survey'), options)
}

/** The same of surveys that have been read. */
export function diffAnswers(
  before: SurveyAnswers,
  after: SurveyAnswers,
  { examples = 10 }: DiffOptions = {},
): AdoptionDiff {
  const rows = ADOPTION_ROW_NAMES.map((row) => new Change(row, examples))
  let both = 0
  for (const [domain, is] of after) {
    const was = before.get(domain) ?? null
    if (was !== null) both++
    for (const [index, row] of rows.entries()) row.add(was?.[index] ?? null, is[index] ?? null, domain)
  }
  for (const [domain, was] of before) {
    if (after.has(domain)) continue
    for (const [index, row] of rows.entries()) row.add(was[index] ?? null, null, domain)
  }
  return {
    method: DIFF_METHOD,
    both,
    onlyBefore: before.size - both,
    onlyAfter: after.size - both,
    rows: rows.map((row) => row.result(before.size, after.size)),
  }
}

class Change {
  readonly #row: AdoptionRowName
  readonly #examples: number
  #beforeCount = 0
  #afterCount = 0
  #gained = 0
  #lost = 0
  #kept = 0
  #never = 0
  #unknown = 0
  #appeared = 0
  #disappeared = 0
  readonly #gainedExamples: string[] = []
  readonly #lostExamples: string[] = []

  constructor(row: AdoptionRowName, examples: number) {
    this.#row = row
    this.#examples = examples
  }

  /** `null`: the survey does not hold the domain. */
  add(was: string | null, is: string | null, domain: string): void {
    if (was === 'y') this.#beforeCount++
    if (is === 'y') this.#afterCount++
    if (was === null) {
      if (is === 'y') this.#appeared++
    } else if (is === null) {
      if (was === 'y') this.#disappeared++
    } else if (was === '?' || is === '?') this.#unknown++
    else if (was === is) {
      if (is === 'y') this.#kept++
      else this.#never++
    } else if (is === 'y') {
      this.#gained++
      if (this.#gainedExamples.length < this.#examples) this.#gainedExamples.push(domain)
    } else {
      this.#lost++
      if (this.#lostExamples.length < this.#examples) this.#lostExamples.push(domain)
    }
  }

  result(sitesBefore: number, sitesAfter: number): AdoptionChange {
    const cells = { gained: this.#gained, lost: this.#lost, kept: this.#kept, never: this.#never }
    return {
      row: this.#row,
      before: wilson(this.#beforeCount, sitesBefore),
      after: wilson(this.#afterCount, sitesAfter),
      ...cells,
      unknown: this.#unknown,
      appeared: this.#appeared,
      disappeared: this.#disappeared,
      change: pairedDifference(cells),
      gainedExamples: this.#gainedExamples,
      lostExamples: this.#lostExamples,
    }
  }
}
