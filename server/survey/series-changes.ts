import { CHANGE_ROWS, type Change } from '../../figures/changes.ts'
import { ADOPTION_ROWS } from '../../stats/survey/adoption-rows.ts'
import type { DomainChange } from '../../stats/survey/adoption-trend.ts'
import type { SurveySeries } from './survey-series.ts'

type ChangeRow = (typeof CHANGE_ROWS)[number]

export function seriesChanges(
  { list, vantage, sandbox, surveys }: SurveySeries,
  changes: readonly DomainChange[],
): Change[] {
  return changes
    .flatMap(({ domain, row, change, survey, since, flapping }) => {
      const [found, before] = [surveys[survey], surveys[since]]
      if (!isChangeRow(row) || found === undefined || before === undefined) return []
      return [
        {
          ...{ domain, row, label: ADOPTION_ROWS[row], change },
          ...{ surveyId: found.id, finishedAt: found.finishedAt ?? found.createdAt },
          ...{ sinceSurveyId: before.id, since: before.finishedAt ?? before.createdAt },
          ...{ flapping, list, vantage, sandbox },
        },
      ]
    })
    .sort(newestFirst)
}

/** Stable: changes of one survey stay in the order of its sites. */
export function newestFirst(a: Change, b: Change): number {
  return b.surveyId - a.surveyId
}

function isChangeRow(row: string): row is ChangeRow {
  return (CHANGE_ROWS as readonly string[]).includes(row)
}
