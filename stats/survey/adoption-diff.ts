import { type PairedDifference, pairedDifference } from '../tests/paired-proportions.ts'
import type { Interval } from '../tests/wilson.ts'
import { ADOPTION_ROW_NAMES, type AdoptionRowName } from './adoption-rows.ts'
import { knownShare } from './known-share.ts'
import type { SiteAnswers, Sites } from './site-answers.ts'
import { SurveyHistories } from './survey-histories.ts'

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

/** Says how the change and its interval are computed, for the foot of a table. */
const DIFF_METHOD =
  'sites in both surveys; 95 % interval by Newcombe’s method 10 for paired proportions (1998), p by McNemar’s exact test'

export interface DiffOptions {
  readonly examples?: number
}

/**
 * Finds what changed between two surveys, matched by domain; the order within each does not matter (but for the examples).
 *
 * @throws RangeError where a survey holds a domain twice
 */
export async function adoptionDiff(
  before: Sites,
  after: Sites,
  { examples = 10 }: DiffOptions = {},
): Promise<AdoptionDiff> {
  const histories = new SurveyHistories()
  const pairs = new AnswerPairs(examples)
  await histories.read(before, 'earlier survey', () => {})
  await histories.read(after, 'later survey', pairs.add)
  return pairs.diff(histories, 0)
}

interface Pair {
  readonly was: number
  readonly is: number
  sites: number
  /** The first of them, with their places in the later survey. */
  readonly first: { readonly place: number; readonly domain: string }[]
}

/** Says how often two surveys give which answers to the same site: as many as there are different ones, whatever the sites. */
export class AnswerPairs {
  readonly #examples: number
  readonly #pairs = new Map<number, Pair>()
  #place = 0

  constructor(examples: number) {
    this.#examples = examples
  }

  /** Sites of the later survey, in its order. */
  readonly add = (was: number, is: number, domain: string): void => {
    const pair = this.#pair(was, is)
    pair.sites += 1
    this.#place += 1
    if (was !== is && was !== 0 && pair.first.length < this.#examples)
      pair.first.push({ place: this.#place, domain })
  }

  /** The diff, once both surveys are read; `before` is the number of the earlier one. */
  diff(histories: SurveyHistories, before: number): AdoptionDiff {
    for (let domain = 0; domain < histories.size; domain += 1) {
      const was = histories.numberAt(before, domain)
      if (was !== 0 && histories.numberAt(before + 1, domain) === 0) this.#pair(was, 0).sites += 1
    }
    const pairs = [...this.#pairs.values()]
    const sitesOf = (counts: (pair: Pair) => boolean): number =>
      pairs.reduce((sum, pair) => (counts(pair) ? sum + pair.sites : sum), 0)
    const onlyBefore = sitesOf(({ is }) => is === 0)
    const onlyAfter = sitesOf(({ was }) => was === 0)
    const both = this.#place - onlyAfter
    const rows = ADOPTION_ROW_NAMES.map((row, index) => {
      const change = new Change(row)
      for (const { was, is, sites, first } of pairs)
        change.add(
          answerTo(histories.answers(was), index),
          answerTo(histories.answers(is), index),
          sites,
          first,
        )
      return change.result(both + onlyBefore, both + onlyAfter, this.#examples)
    })
    return { method: DIFF_METHOD, both, onlyBefore, onlyAfter, rows }
  }

  #pair(was: number, is: number): Pair {
    const key = was * 2 ** 26 + is
    const known = this.#pairs.get(key)
    if (known !== undefined) return known
    const pair: Pair = { was, is, sites: 0, first: [] }
    this.#pairs.set(key, pair)
    return pair
  }
}

function answerTo(answers: SiteAnswers | null, row: number): string | null {
  return answers?.[row] ?? null
}

class Change {
  readonly #row: AdoptionRowName
  #beforeCount = 0
  #afterCount = 0
  #beforeUnknown = 0
  #afterUnknown = 0
  #gained = 0
  #lost = 0
  #kept = 0
  #never = 0
  #unknown = 0
  #appeared = 0
  #disappeared = 0
  readonly #gainedFirst: Pair['first'] = []
  readonly #lostFirst: Pair['first'] = []

  constructor(row: AdoptionRowName) {
    this.#row = row
  }

  /** `null`: the survey does not hold the sites. */
  add(was: string | null, is: string | null, sites: number, first: Pair['first']): void {
    if (was === 'y') this.#beforeCount += sites
    if (is === 'y') this.#afterCount += sites
    if (was === '?') this.#beforeUnknown += sites
    if (is === '?') this.#afterUnknown += sites
    if (was === null) {
      if (is === 'y') this.#appeared += sites
    } else if (is === null) {
      if (was === 'y') this.#disappeared += sites
    } else if (was === '?' || is === '?') this.#unknown += sites
    else if (was === is) {
      if (is === 'y') this.#kept += sites
      else this.#never += sites
    } else if (is === 'y') {
      this.#gained += sites
      this.#gainedFirst.push(...first)
    } else {
      this.#lost += sites
      this.#lostFirst.push(...first)
    }
  }

  result(sitesBefore: number, sitesAfter: number, examples: number): AdoptionChange {
    const cells = { gained: this.#gained, lost: this.#lost, kept: this.#kept, never: this.#never }
    const names = (first: Pair['first']): string[] =>
      first
        .sort((a, b) => a.place - b.place)
        .slice(0, examples)
        .map(({ domain }) => domain)
    return {
      row: this.#row,
      before: knownShare(this.#beforeCount, this.#beforeUnknown, sitesBefore),
      after: knownShare(this.#afterCount, this.#afterUnknown, sitesAfter),
      ...cells,
      unknown: this.#unknown,
      appeared: this.#appeared,
      disappeared: this.#disappeared,
      change: pairedDifference(cells),
      gainedExamples: names(this.#gainedFirst),
      lostExamples: names(this.#lostFirst),
    }
  }
}
