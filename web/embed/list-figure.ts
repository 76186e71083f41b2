import { h, type VNode } from '../dom/h.ts'
import { block } from '../figure/block.ts'
import { adoptionChoices } from '../views/overview/adoption-data.ts'
import { overallFigure } from '../views/overview/adoption-figures.ts'
import { trendFigures, trendSites } from '../views/overview/trend-section.ts'
import { shownSurvey, shownTrend } from '../views/shown-data.ts'
import type { ViewContext } from '../views/view.ts'

const NOTHING = h('p', { class: 'nothing' }, 'No survey is finished yet.')

/** A figure of a whole list, loaded and drawn as on the overview. */
export function listFigure(figure: 'adoption' | 'trend', context: ViewContext): VNode {
  const { api, query } = context
  const choices = adoptionChoices(query)
  if (figure === 'trend')
    return block({
      ...context,
      ...{ what: 'the trend', size: 'chart' },
      load: () => shownTrend(context),
      show: (shown) => {
        if (shown === null) return NOTHING
        const figures = trendFigures(context, shown, choices, trendSites(query, shown.trend))
        return figures.length === 0 ? NOTHING : figures
      },
    })
  return block({
    ...context,
    ...{ what: 'the survey', size: 'chart' },
    load: async () => {
      const shown = await shownSurvey(context)
      if (shown === null) return null
      return { survey: shown.run, adoption: await api.get('adoption', `/surveys/${shown.run.id}/adoption`) }
    },
    show: (found) => (found === null ? NOTHING : overallFigure({ context, ...found, choices })),
  })
}
