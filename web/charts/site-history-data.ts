import { utcDay } from '../../model/utc-day.ts'
import type { DataTable } from './chart.ts'

export interface HistoryPoint {
  readonly timeMs: number
  /** Says how the campaign is called: `#3`. */
  readonly campaign: string
  readonly vantage: string
  /** Whether its conditions are those of the campaign that the page shows: only such points are joined by lines. */
  readonly sameConditions: boolean
  readonly n: number
  readonly median: number | null
  /** Is null for the baseline, and where there are no rounds of both. */
  readonly gain: number | null
  readonly interval: readonly [number, number] | null
}

export interface HistoryArm {
  readonly arm: string
  /** Oldest first. */
  readonly points: readonly HistoryPoint[]
}

export interface HistorySurvey {
  readonly timeMs: number
  /** Says how the survey is called: `#2`. */
  readonly survey: string
  readonly vantage: string
  /** Sorted as {@link FACTS}; null: unknown. */
  readonly facts: readonly (boolean | null)[]
  /** Changes since an earlier survey, in words. */
  readonly changes: readonly string[]
}

export interface SiteHistoryData {
  /** `page load time`. */
  readonly metric: string
  readonly unit: string
  /** `HTTP/1.1`. */
  readonly baseline: string
  readonly arms: readonly HistoryArm[]
  /** Oldest first. */
  readonly surveys: readonly HistorySurvey[]
  /** The vantage point that all of them are from; null: several. */
  readonly surveysFrom: string | null
}

export const FACTS = ['HTTP/2', 'HTTP/3', 'claims HTTP/3'] as const

const KNOWN = { true: 'yes', false: 'no', null: 'unknown' } as const

export function factWords({ facts }: HistorySurvey): string {
  return FACTS.map((name, i) => `${name} ${KNOWN[`${facts[i] ?? null}`]}`).join(', ')
}

/** Campaigns and surveys in one table, by their time. */
export function historyTable(
  { metric, unit, baseline, arms, surveys }: SiteHistoryData,
  labelOf: (arm: string) => string,
): DataTable {
  const ofCampaigns = arms.flatMap(({ arm, points }) =>
    points.map((point) => ({
      timeMs: point.timeMs,
      cells: [
        ...[utcDay(point.timeMs), `campaign ${point.campaign}`, point.vantage, labelOf(arm), point.median],
        ...[point.gain, point.interval?.[0] ?? null, point.interval?.[1] ?? null, point.n],
        point.sameConditions ? 'yes' : 'no',
        null,
      ],
    })),
  )
  const ofSurveys = surveys.map((survey) => ({
    timeMs: survey.timeMs,
    cells: [
      ...[utcDay(survey.timeMs), `survey ${survey.survey}`, survey.vantage],
      ...[null, null, null, null, null, null, null],
      [factWords(survey), ...survey.changes].join('; '),
    ],
  }))
  return {
    columns: [
      ...['date', 'source', 'vantage point', 'protocol', `${metric} (${unit})`, `gain over ${baseline}`],
      ...['low', 'high', 'rounds', 'same conditions', 'found'],
    ],
    rows: [...ofCampaigns, ...ofSurveys].sort((a, b) => a.timeMs - b.timeMs).map(({ cells }) => cells),
  }
}
