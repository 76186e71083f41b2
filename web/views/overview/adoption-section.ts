import type { Adoption, Survey } from '../../../server/contract/contract.ts'
import { surveySource } from '../../citation/source.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { choice, controls, select } from '../controls/controls.ts'
import { passedOverNote } from '../controls/passed-over.ts'
import { surveySelect } from '../controls/run-selects.ts'
import { plainFigures } from '../plain-figures.ts'
import type { Shown } from '../shown-data.ts'
import type { ViewContext } from '../view.ts'
import { type AdoptionChoices, adoptionChoices, ROW_BARS } from './adoption-data.ts'
import { adoptionFigures } from './adoption-figures.ts'
import { adoptionLede, surveyFacts } from './adoption-lede.ts'

interface SurveyedAdoption extends Shown<Survey> {
  readonly adoption: Adoption
}

/** Shows who speaks what: in all, by rank, CDN and stack, and what went wrong. */
export function adoptionSection(
  context: ViewContext,
  { run: survey, runs, defaults, adoption }: SurveyedAdoption,
): Child {
  const choices = adoptionChoices(context.query)
  return [
    h('h2', 'Adoption'),
    passedOverNote(context, 'survey', defaults),
    h('p.lede', adoptionLede(survey, adoption)),
    surveyFacts(survey, adoption),
    adoptionControls(context, choices, survey, runs),
    adoptionFigures({ context, survey, adoption, choices }),
    plainFigures(context, 'survey', { id: survey.id, fileWords: surveySource(survey).fileWords }),
  ]
}

function adoptionControls(
  { go }: ViewContext,
  { denominator, row }: AdoptionChoices,
  survey: Survey,
  surveys: readonly Survey[],
): VNode {
  return controls(
    'What the shares are of',
    choice(go, 'of', 'share of', denominator, {
      all: 'all sites of the list',
      reachable: 'sites that could be reached',
    }),
    select({
      id: 'row',
      label: 'by rank, CDN and stack',
      value: row,
      options: ROW_BARS.map((bar) => ({ value: bar.row, label: bar.label })),
      choose: (value) => go({ row: value === 'h3' ? null : value }),
    }),
    surveySelect(go, survey, surveys),
  )
}
