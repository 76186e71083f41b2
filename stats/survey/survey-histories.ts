import type { AnswerFacts } from '../../model/answer-facts.ts'
import { DomainIndex, grown } from './domain-index.ts'
import { type SiteAnswers, type Sites, siteAnswers } from './site-answers.ts'

/** Hears what two neighbouring surveys say of a site, as `SurveyHistories` numbers answers; 0: it is not held. */
type OnPair = (was: number, is: number, domain: string) => void

/**
 * Holds what each of several surveys says of each domain, in typed arrays: 4 bytes a domain and survey, and those of the index.
 * Names are held of domains alone whose answers differ between surveys.
 */
export class SurveyHistories {
  readonly #domains = new DomainIndex()
  /** Columns by survey: the number of the answers of each domain; 0: the survey does not hold it. */
  readonly #columns: Uint32Array[] = []
  readonly #numbers = new Map<SiteAnswers, number>()
  readonly #answers: (SiteAnswers | null)[] = [null]
  readonly #byFacts = new Map<AnswerFacts, number>()
  /** Number of the last answers of each domain. */
  #last = new Uint32Array(1_024)
  readonly #names = new Map<number, string>()

  /** Domains of all surveys. */
  get size(): number {
    return this.#domains.size
  }

  get surveys(): number {
    return this.#columns.length
  }

  /** Domains whose answers differ between surveys, by their numbers. */
  get changed(): ReadonlyMap<number, string> {
    return this.#names
  }

  /** Says how many different answers there are, that of no answer among them. */
  get distinct(): number {
    return this.#answers.length
  }

  /**
   * Reads the next survey, and says of each of its sites what the survey before says.
   *
   * @param name of the survey in an error: `earlier survey`
   * @throws RangeError where it holds a domain twice: counts would be wrong without a sign
   */
  async read(sites: Sites, name: string, onPair: OnPair): Promise<void> {
    const before = this.#columns.at(-1)
    let column = new Uint32Array(this.#last.length)
    for await (const { domain, facts } of sites) {
      const index = this.#domains.numberOf(domain)
      if (index >= column.length) {
        column = grown(column, 2 * column.length)
        this.#last = grown(this.#last, column.length)
      }
      if (column[index] !== 0) throw new RangeError(`the ${name} holds ${domain} twice`)
      const answers = this.#numberOf(facts)
      column[index] = answers
      onPair(before?.[index] ?? 0, answers, domain)
      const last = this.#last[index] as number
      if (last !== 0 && last !== answers) this.#names.set(index, domain)
      this.#last[index] = answers
    }
    this.#columns.push(column)
  }

  /** The answers of a domain in a survey, by their number; 0: the survey does not hold it. */
  numberAt(survey: number, domain: number): number {
    return this.#columns[survey]?.[domain] ?? 0
  }

  /** Returns null for number 0. */
  answers(number: number): SiteAnswers | null {
    return this.#answers[number] ?? null
  }

  #numberOf(facts: AnswerFacts): number {
    const known = this.#byFacts.get(facts)
    if (known !== undefined) return known
    const answers = siteAnswers(facts)
    const number = this.#numbers.get(answers) ?? this.#answers.length
    if (number === this.#answers.length) {
      this.#numbers.set(answers, number)
      this.#answers.push(answers)
    }
    // A caller who makes facts anew for each site would fill it.
    if (this.#byFacts.size < MOST_FACTS) this.#byFacts.set(facts, number)
    return number
  }
}

const MOST_FACTS = 100_000
