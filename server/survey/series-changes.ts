import { CHANGE_ROWS, type Change } from '../../figures/changes.ts'
import { ADOPTION_ROWS } from '../../stats/survey/adoption-rows.ts'
import type { SiteChange } from '../../stats/survey/site-changes.ts'
import type { SurveySeries } from './survey-series.ts'

type ChangeRow = (typeof CHANGE_ROWS)[number]

/** A change of a site in a series as the API has it; null: of a row that is not listed. */
export function seriesChange(
  { list, vantage, sandbox, surveys }: SurveySeries,
  domain: string,
  { row, change, survey, since, flapping }: SiteChange,
): Change | null {
  const [found, before] = [surveys[survey], surveys[since]]
  if (!isChangeRow(row) || found === undefined || before === undefined) return null
  return {
    ...{ domain, row, label: ADOPTION_ROWS[row], change },
    ...{ surveyId: found.id, finishedAt: found.finishedAt ?? found.createdAt },
    ...{ sinceSurveyId: before.id, since: before.finishedAt ?? before.createdAt },
    ...{ flapping, list, vantage, sandbox },
  }
}

export function isChangeRow(row: string): row is ChangeRow {
  return (CHANGE_ROWS as readonly string[]).includes(row)
}
