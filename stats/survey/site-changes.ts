import { ADOPTION_ROW_NAMES, type AdoptionRowName } from './adoption-rows.ts'
import type { SiteAnswers } from './site-answers.ts'

/** A site began or ceased to count in a row of adoption. */
export interface SiteChange {
  readonly row: AdoptionRowName
  readonly change: 'gained' | 'lost'
  /** Number of the survey that found it, from 0. */
  readonly survey: number
  /** The last survey before that knew the answer; another lies between where that one could not find out. */
  readonly since: number
  /** The site changes more than once in this row over all surveys: to and fro, so neither is adoption nor its end. */
  readonly flapping: boolean
}

/**
 * The changes of one site over surveys of one kind, oldest first; by row, then by survey.
 *
 * @param history one a survey; null: the survey does not hold the site
 */
export function siteChanges(history: readonly (SiteAnswers | null)[]): SiteChange[] {
  return ADOPTION_ROW_NAMES.flatMap((row, index) => {
    const changes: Omit<SiteChange, 'flapping'>[] = []
    let known: { readonly answer: string; readonly survey: number } | null = null
    for (const [survey, answers] of history.entries()) {
      const answer = answers?.[index] ?? '?'
      if (answer === '?') continue
      if (known !== null && known.answer !== answer)
        changes.push({ row, change: answer === 'y' ? 'gained' : 'lost', survey, since: known.survey })
      known = { answer, survey }
    }
    return changes.map((change) => ({ ...change, flapping: changes.length > 1 }))
  })
}
