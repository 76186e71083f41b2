import { type Interval, wilson } from '../tests/wilson.ts'
import { type AdoptionChange, type AdoptionDiff, diffAnswers } from './adoption-diff.ts'
import { ADOPTION_ROW_NAMES, type AdoptionRowName } from './adoption-rows.ts'
import type { SurveyAnswers } from './site-answers.ts'
import { type SiteChange, siteChanges } from './site-changes.ts'

/** A row of one survey, over the sites that every survey of the trend holds: free of list churn. */
export interface CommonShare {
  readonly row: AdoptionRowName
  readonly count: number
  readonly unknown: number
  /** Wilson 95 % over all common sites, as `adoption` has it over the list; null where there is none. */
  readonly ofCommon: Interval | null
}

export interface TrendChange extends AdoptionChange {
  /** Of `gained` and `lost`: sites that change more than once in this row over all surveys of the trend. */
  readonly gainedFlapping: number
  readonly lostFlapping: number
}

export interface TrendStep extends Omit<AdoptionDiff, 'rows'> {
  readonly rows: readonly TrendChange[]
}

export interface DomainChange extends SiteChange {
  readonly domain: string
}

export interface AdoptionTrend {
  /** Sites in every survey. */
  readonly common: number
  /** For each survey the rows over common sites. */
  readonly points: readonly (readonly CommonShare[])[]
  /** From each survey to the next: one fewer than surveys. */
  readonly steps: readonly TrendStep[]
  /** Sites that change more than once, by row. */
  readonly flapping: readonly { readonly row: AdoptionRowName; readonly count: number }[]
  /** By domain in the order of first appearance, then by row and survey. */
  readonly changes: readonly DomainChange[]
}

/** What became of adoption over surveys of one kind, oldest first. Its steps are the diffs of neighbours. */
export function adoptionTrend(surveys: readonly SurveyAnswers[]): AdoptionTrend {
  const domains = new Set(surveys.flatMap((survey) => [...survey.keys()]))
  const counts = surveys.map(() => ADOPTION_ROW_NAMES.map(() => ({ count: 0, unknown: 0 })))
  const changes: DomainChange[] = []
  let common = 0
  for (const domain of domains) {
    const history = surveys.map((survey) => survey.get(domain) ?? null)
    for (const change of siteChanges(history)) changes.push({ domain, ...change })
    const answered = history.filter((answers) => answers !== null)
    if (answered.length < history.length) continue
    common++
    for (const [survey, answers] of answered.entries())
      for (const [row, tally] of (counts[survey] ?? []).entries()) {
        if (answers[row] === 'y') tally.count++
        else if (answers[row] === '?') tally.unknown++
      }
  }
  const flapping = changes.filter((change) => change.flapping)
  return {
    common,
    points: counts.map((rows) =>
      ADOPTION_ROW_NAMES.map((row, index) => {
        const tally = rows[index] ?? { count: 0, unknown: 0 }
        return { row, ...tally, ofCommon: wilson(tally.count, common) }
      }),
    ),
    steps: surveys.slice(1).map((after, index) => {
      const { rows, ...diff } = diffAnswers(surveys[index] ?? new Map(), after)
      const inStep = flapping.filter(({ survey, since }) => survey === index + 1 && since === index)
      return { ...diff, rows: rows.map((row) => withFlapping(row, inStep)) }
    }),
    flapping: ADOPTION_ROW_NAMES.map((row) => ({
      row,
      count: new Set(flapping.flatMap((change) => (change.row === row ? [change.domain] : []))).size,
    })),
    changes,
  }
}

function withFlapping(row: AdoptionChange, flapping: readonly DomainChange[]): TrendChange {
  const count = (change: SiteChange['change']): number =>
    flapping.filter((one) => one.row === row.row && one.change === change).length
  return { ...row, gainedFlapping: count('gained'), lostFlapping: count('lost') }
}
