import type { MetricName } from '../../../model/metrics.ts'
import type { Arm } from '../../../server/contract/contract.ts'
import type { Choices } from '../../client/address.ts'
import { ANSWERS_ARE_FILES } from '../../client/api.ts'
import type { VNode } from '../../dom/h.ts'
import { metricSelect } from '../controls/comparison-selects.ts'
import { controls, select } from '../controls/controls.ts'
import { searchField } from '../controls/search-field.ts'
import type { ViewContext } from '../view.ts'

export interface SiteChoices {
  readonly q: string
  readonly protocol: string
  readonly cdn: string
  readonly probed: string
  readonly metric: MetricName
  readonly baseline: Arm
}

const PROTOCOLS = [
  { value: '', label: 'any' },
  { value: 'h1', label: 'HTTP/1.1' },
  { value: 'h2', label: 'HTTP/2' },
  { value: 'h3', label: 'HTTP/3' },
  { value: 'h3-claimed', label: 'HTTP/3 claimed' },
  { value: 'no-h2', label: 'not HTTP/2' },
  { value: 'no-h3', label: 'not HTTP/3' },
  { value: 'http', label: 'clear text' },
]

/**
 * A static export has files for one choice at a time, and of all surveys and campaigns as the table opens: another choice
 * takes the one before back.
 */
export const NO_FILTERS: Choices = ANSWERS_ARE_FILES
  ? {
      ...{ baseline: null, cdn: null, metric: null, probed: null, protocol: null, q: null },
      ...{ survey: null, campaign: null },
    }
  : {}
export const NO_ORDER: Choices = ANSWERS_ARE_FILES ? { sort: null, order: null, gainArm: null } : {}

/** Search and filters of the table of sites. Each goes into the query and back to the first page. */
export function siteControls({ go, signal }: ViewContext, choices: SiteChoices): VNode {
  const field = (id: 'q' | 'cdn', label: string, value: string, hint: string) =>
    ANSWERS_ARE_FILES
      ? null
      : searchField({
          id,
          label,
          value,
          hint,
          signal,
          search: (text) => go({ [id]: text, page: null }, true),
        })
  const toFirstPage = (chosen: Choices) => go({ ...NO_FILTERS, ...NO_ORDER, ...chosen, page: null })
  return controls(
    'Which sites',
    field('q', 'search', choices.q, 'part of a name'),
    select({
      id: 'protocol',
      label: 'speaks',
      value: choices.protocol,
      options: PROTOCOLS,
      choose: (value) => toFirstPage({ protocol: value || null }),
    }),
    field('cdn', 'CDN', choices.cdn, 'part of a name'),
    select({
      id: 'probed',
      label: 'probed',
      value: choices.probed,
      options: [
        { value: '', label: 'or not' },
        { value: 'yes', label: 'yes' },
        { value: 'no', label: 'no' },
      ],
      choose: (value) => toFirstPage({ probed: value || null }),
    }),
    metricSelect(toFirstPage, 'gain in', choices.metric),
  )
}
