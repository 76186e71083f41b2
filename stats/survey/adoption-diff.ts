import type { SurveyedSite } from '../../model/site-facts.ts'
import { type PairedDifference, pairedDifference } from '../tests/paired-proportions.ts'
import { type Interval, wilson } from '../tests/wilson.ts'
import { ADOPTION_ROW_NAMES, type AdoptionRowName, adopts } from './adoption-rows.ts'

type Sites = Iterable<SurveyedSite> | AsyncIterable<SurveyedSite>

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

/**
 * What changed between two surveys, matched by domain; the order within each does not matter (but for the examples).
 * Memory grows with the domains of both surveys, some 100 bytes each.
 *
 * @throws RangeError where a survey holds a domain twice: its counts would be wrong without a sign
 */
export async function adoptionDiff(
  before: Sites,
  after: Sites,
  { examples = 10 }: { readonly examples?: number } = {},
): Promise<AdoptionDiff> {
  const earlier = new Map<string, string>()
  const rows = ADOPTION_ROW_NAMES.map((row) => new Change(row, examples))
  for await (const site of before) {
    if (earlier.has(site.domain)) throw new RangeError(`the earlier survey holds ${site.domain} twice`)
    earlier.set(site.domain, answersOf(site))
  }
  const seen = new Set<string>()
  let both = 0
  for await (const site of after) {
    if (seen.has(site.domain)) throw new RangeError(`the later survey holds ${site.domain} twice`)
    seen.add(site.domain)
    const was = earlier.get(site.domain) ?? null
    if (was !== null) both++
    const is = answersOf(site)
    for (const [index, row] of rows.entries()) row.add(was?.[index] ?? null, is[index] ?? null, site.domain)
  }
  for (const [domain, was] of earlier) {
    if (seen.has(domain)) continue
    for (const [index, row] of rows.entries()) row.add(was[index] ?? null, null, domain)
  }
  const onlyBefore = earlier.size - both
  const onlyAfter = seen.size - both
  return {
    method: DIFF_METHOD,
    both,
    onlyBefore,
    onlyAfter,
    rows: rows.map((row) => row.result(earlier.size, seen.size)),
  }
}

/** One character a row (y, n, or ? for unknown): what has to be remembered of a site. */
function answersOf(site: SurveyedSite): string {
  return ADOPTION_ROW_NAMES.map((row) => {
    const answer = adopts(row, site)
    return answer === null ? '?' : answer ? 'y' : 'n'
  }).join('')
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
