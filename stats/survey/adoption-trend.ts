import type { Interval } from '../tests/wilson.ts'
import { type AdoptionChange, type AdoptionDiff, AnswerPairs } from './adoption-diff.ts'
import { ADOPTION_ROW_NAMES, type AdoptionRowName } from './adoption-rows.ts'
import { knownShare } from './known-share.ts'
import type { Sites } from './site-answers.ts'
import { type SiteChange, siteChanges } from './site-changes.ts'
import { SurveyHistories } from './survey-histories.ts'

/** A row of one survey, over the sites that every survey of the trend holds: free of list churn. */
export interface CommonShare {
  readonly row: AdoptionRowName
  readonly count: number
  readonly unknown: number
  /** Wilson 95 % over all common sites, as `adoption` has it over the list; null where there is none. */
  readonly ofCommon: Interval | null
}

export interface TrendChange extends AdoptionChange {
  /** Sites of `gained` and `lost` that change more than once in this row over all surveys of the trend. */
  readonly gainedFlapping: number
  readonly lostFlapping: number
}

interface TrendStep extends Omit<AdoptionDiff, 'rows'> {
  readonly rows: readonly TrendChange[]
}

/** The changes of a site. Sites with the same history share them. */
interface DomainChanges {
  readonly domain: string
  /** Sorted by row, then by survey; at least one. */
  readonly changes: readonly SiteChange[]
}

export interface AdoptionTrend {
  /** Sites in every survey. */
  readonly common: number
  /** Holds for each survey the rows over common sites. */
  readonly points: readonly (readonly CommonShare[])[]
  /** Leads from each survey to the next: one fewer than surveys. */
  readonly steps: readonly TrendStep[]
  /** Sites that change more than once, by row. */
  readonly flapping: readonly { readonly row: AdoptionRowName; readonly count: number }[]
  /** Sorted by first appearance. */
  readonly changes: readonly DomainChanges[]
}

/** Sites that a step names, which nobody shows: `/changes` has all of them. */
const STEP_EXAMPLES = 10

/**
 * Compares adoption over surveys of one kind, oldest first. Its steps are the diffs of neighbours. Each survey is read once,
 * and none is held: memory is some 20 bytes a domain, 4 more a survey, and the names of domains that changed.
 */
export async function adoptionTrend(surveys: readonly Sites[]): Promise<AdoptionTrend> {
  const histories = new SurveyHistories()
  const steps: AnswerPairs[] = []
  for (const [number, sites] of surveys.entries()) {
    const pairs = new AnswerPairs(STEP_EXAMPLES)
    await histories.read(sites, `survey ${number + 1} of the trend`, pairs.add)
    if (number > 0) steps.push(pairs)
  }
  const { common, points } = commonShares(histories)
  const changes = changesOf(histories)
  const flapping = flappingOf(changes)
  return {
    common,
    points,
    steps: steps.map((pairs, index) => {
      const { rows, ...diff } = pairs.diff(histories, index)
      return {
        ...diff,
        rows: rows.map((row) => ({
          ...row,
          gainedFlapping: flapping.inSteps.get(`${row.row} gained ${index + 1}`) ?? 0,
          lostFlapping: flapping.inSteps.get(`${row.row} lost ${index + 1}`) ?? 0,
        })),
      }
    }),
    flapping: ADOPTION_ROW_NAMES.map((row) => ({ row, count: flapping.sites.get(row) ?? 0 })),
    changes,
  }
}

function commonShares(histories: SurveyHistories): Pick<AdoptionTrend, 'common' | 'points'> {
  const { surveys, distinct, size } = histories
  const sites = Array.from({ length: surveys }, () => new Uint32Array(distinct))
  let common = 0
  for (let domain = 0; domain < size; domain += 1) {
    let held = 0
    while (held < surveys && histories.numberAt(held, domain) !== 0) held += 1
    if (held < surveys) continue
    common += 1
    for (const [survey, counts] of sites.entries()) {
      const answers = histories.numberAt(survey, domain)
      counts[answers] = (counts[answers] as number) + 1
    }
  }
  const countOf = (counts: Uint32Array, row: number, answer: string): number =>
    counts.reduce((sum, n, number) => (histories.answers(number)?.[row] === answer ? sum + n : sum), 0)
  return {
    common,
    points: sites.map((counts) =>
      ADOPTION_ROW_NAMES.map((row, index) => {
        const count = countOf(counts, index, 'y')
        const unknown = countOf(counts, index, '?')
        return { row, count, unknown, ofCommon: knownShare(count, unknown, common) }
      }),
    ),
  }
}

function changesOf(histories: SurveyHistories): DomainChanges[] {
  const known = new Map<string, readonly SiteChange[]>()
  const all: DomainChanges[] = []
  const surveys = Array.from({ length: histories.surveys }, (_, survey) => survey)
  for (const [number, domain] of [...histories.changed].sort(([a], [b]) => a - b)) {
    const history = surveys.map((survey) => histories.numberAt(survey, number))
    const key = history.join()
    const changes = known.get(key) ?? siteChanges(history.map((answers) => histories.answers(answers)))
    known.set(key, changes)
    if (changes.length > 0) all.push({ domain, changes })
  }
  return all
}

/** Sites that change more than once, by row; and how many of their changes are of neighbouring surveys, by row, change and the later one. */
function flappingOf(all: readonly DomainChanges[]): {
  readonly sites: ReadonlyMap<AdoptionRowName, number>
  readonly inSteps: ReadonlyMap<string, number>
} {
  const sites = new Map<AdoptionRowName, number>()
  const inSteps = new Map<string, number>()
  for (const { changes } of all) {
    const rows = new Set<AdoptionRowName>()
    for (const { row, change, survey, since, flapping } of changes) {
      if (!flapping) continue
      rows.add(row)
      const step = `${row} ${change} ${survey}`
      if (since === survey - 1) inSteps.set(step, (inSteps.get(step) ?? 0) + 1)
    }
    for (const row of rows) sites.set(row, (sites.get(row) ?? 0) + 1)
  }
  return { sites, inSteps }
}
