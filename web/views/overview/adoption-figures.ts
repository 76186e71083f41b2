import { integer } from '../../../figures/quantity.ts'
import type { Adoption, Survey } from '../../../server/contract/contract.ts'
import { type AdoptionBar, adoptionBarsChart } from '../../charts/adoption-bars.ts'
import { surveySource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { h, type VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { type AdoptionChoices, groupBars, HANDSHAKE_BARS, overallBars, ROW_BARS } from './adoption-data.ts'
import { failureTables } from './failure-tables.ts'

interface Figures {
  readonly context: ViewContext
  readonly survey: Survey
  readonly adoption: Adoption
  readonly choices: AdoptionChoices
}

/** Adoption in all, by rank, CDN and stack. */
export function adoptionFigures(figures: Figures): VNode {
  const { adoption, choices } = figures
  const { row, denominator, population } = choices
  const rowLabel = ROW_BARS.find((bar) => bar.row === row)?.label ?? row
  const ranks = adoption.buckets.map((bucket) => ({
    label: `${integer(bucket.from)}–${integer(bucket.to)}`,
    group: bucket,
  }))
  const cdns = adoption.cdns.slice(0, 8).map((cdn) => ({ label: cdn.name ?? 'none seen', group: cdn }))
  const stacks = adoption.stacks.map((stack) => ({ label: stack.name ?? 'none, or not known', group: stack }))
  return h(
    'div.columns',
    h(
      'div.stack',
      overallFigure(figures),
      bars(
        figures,
        'handshakes',
        'Handshakes and what shortens them',
        population,
        overallBars(adoption, denominator, HANDSHAKE_BARS),
      ),
      failureTables(adoption),
    ),
    h(
      'div.stack',
      bars(
        figures,
        'by-rank',
        `${rowLabel} by rank`,
        `${population}, by rank`,
        groupBars(ranks, row, denominator),
      ),
      bars(
        figures,
        'by-cdn',
        `${rowLabel} by CDN`,
        `${population}, by CDN`,
        groupBars(cdns, row, denominator),
      ),
      bars(
        figures,
        'by-stack',
        `${rowLabel} by stack`,
        `${population}, by stack`,
        groupBars(stacks, row, denominator),
      ),
    ),
  )
}

/** Draws what sites claim and serve, over the whole list. */
export function overallFigure(figures: Figures): VNode {
  const { denominator, population } = figures.choices
  return bars(
    figures,
    'adoption',
    'Claimed and served',
    population,
    overallBars(figures.adoption, denominator),
  )
}

function bars(
  { context, survey, choices }: Figures,
  id: string,
  title: string,
  population: string,
  drawn: readonly AdoptionBar[],
): VNode {
  return figure({
    ...context,
    id,
    title,
    source: surveySource(survey),
    holds: id === 'adoption' ? [id] : ['adoption', ...(id === 'handshakes' ? [] : [choices.row]), id],
    ...(id === 'adoption'
      ? { embed: { figure: id, site: null, choices: { survey: String(survey.id), of: choices.denominator } } }
      : {}),
    links: dataLinks(`/surveys/${survey.id}/adoption`),
    draw: (options) => adoptionBarsChart({ population, bars: drawn }, options),
  })
}
