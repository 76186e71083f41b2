import { integer } from '../../../figures/quantity.ts'
import { ApiError } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { metricOf } from '../controls/comparison-selects.ts'
import { day, facts } from '../controls/facts.ts'
import { shownSurvey, shownTrend } from '../shown-data.ts'
import type { View, ViewContext } from '../view.ts'
import { adoptionSection } from './adoption-section.ts'
import { gainSection } from './gain-section.ts'
import { rankingSection } from './ranking.ts'
import { trendSection } from './trend-section.ts'

/** Shows who speaks what, and what it gains: the whole of the data at a glance. */
export function overview(context: ViewContext): View {
  const { meta } = context
  if (meta === null) throw new ApiError(null, 'The server does not say what data it has.')
  const body = h(
    'div',
    h('h1', { id: 'title' }, 'What HTTP/2 and HTTP/3 gain'),
    gainSection(context),
    meta.latestSurveyId === null
      ? h('p.lede', 'No survey is finished yet. Once one is, this page says who speaks what.')
      : adoptionBlock(context),
    meta.latestSurveyId === null
      ? null
      : block({
          ...context,
          what: 'the trend',
          size: 'chart',
          load: () => shownTrend(context),
          show: (shown) => (shown === null ? null : trendSection(context, shown)),
        }),
    rankingSection(context),
    h(
      'section',
      { 'aria-labelledby': 'data' },
      h('h2', { id: 'data' }, 'What the data is'),
      facts([
        ['made', origin(meta.origin)],
        ['from', meta.firstAt === null ? 'nothing measured yet' : day(meta.firstAt)],
        ['to', meta.lastAt === null ? 'nothing measured yet' : day(meta.lastAt)],
        ['vantage points', meta.vantages.length === 0 ? null : meta.vantages.join(', ')],
        ['surveys', integer(meta.counts.surveys)],
        ['campaigns', integer(meta.counts.campaigns)],
        ['probed sites', integer(meta.counts.probedSites)],
        ['samples', `${integer(meta.counts.samples)}, ${integer(meta.counts.validSamples)} of them valid`],
        ['lab runs', integer(meta.counts.labRuns)],
        ['towline', meta.tool.version],
      ]),
    ),
  )
  const subject = `what HTTP/2 and HTTP/3 gain in ${metricWords(metricOf(context.query))}, and who speaks them`
  return { title: 'Overview', subject, body }
}

function adoptionBlock(context: ViewContext): VNode {
  const { api } = context
  return block({
    ...context,
    what: 'the survey',
    size: 'large',
    load: async () => {
      const shown = await shownSurvey(context)
      if (shown === null) return null
      return { ...shown, adoption: await api.get('adoption', `/surveys/${shown.run.id}/adoption`) }
    },
    show: (loaded) => (loaded === null ? null : adoptionSection(context, loaded)),
  })
}

function origin(kind: 'none' | 'live' | 'sandbox' | 'mixed'): string {
  const words = {
    none: 'nothing measured yet',
    live: 'on the internet',
    sandbox: 'in the sandbox, with servers of our own',
    mixed: 'partly in the sandbox',
  }
  return words[kind]
}
