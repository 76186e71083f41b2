import { FIELD_ARMS, FIELD_METRIC_LABELS, FIELD_METRICS, type FieldMetric } from '../../../model/field.ts'
import type { FieldSite } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { fieldSiteSource } from '../../citation/source.ts'
import { choiceOf, idOf, sitePath } from '../../client/address.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { controls, select } from '../controls/controls.ts'
import { facts } from '../controls/facts.ts'
import type { View, ViewContext } from '../view.ts'
import { thresholdWords } from './field.ts'
import { besideOf, besideSelects, distribution } from './field-distribution.ts'
import { fieldGains } from './field-gains.ts'
import { fieldNotes } from './field-notes.ts'
import { fieldVisits } from './field-visits.ts'

/** One site under study: what volunteers saw of it, beside our own loads of it. */
export function fieldSite(context: ViewContext, domain: string): View {
  const { api, query } = context
  const metric = choiceOf(query, 'metric', FIELD_METRICS, 'load')
  return {
    title: `${domain} in the field`,
    subject: `what volunteers’ browsers saw, in ${FIELD_METRIC_LABELS[metric].toLowerCase()}`,
    body: h(
      'div',
      h('p.trail', h('a', { href: '/field' }, 'Field'), ' / '),
      h('h1.domain', `${domain} in the field`),
      block({
        ...context,
        what: `the field’s view of ${domain}`,
        size: 'large',
        load: () =>
          api.get('fieldSite', `/field/sites/${encodeURIComponent(domain)}`, {
            metric,
            list: query.get('list'),
            campaign: idOf(query, 'campaign'),
            lab: query.get('lab'),
          }),
        show: (found) => show(context, found),
      }),
    ),
  }
}

function show(context: ViewContext, found: FieldSite): Child {
  const { go, cite } = context
  cite(fieldSiteSource(found))
  const { domain, metric, list, week, hasSitePage } = found
  return [
    facts([
      ['list', list],
      ['newest release', week === null ? 'none yet' : `week of ${week}`],
      [
        'published by protocol',
        found.field.length === 0
          ? 'none'
          : found.field.map(({ protocol }) => armLabel(FIELD_ARMS[protocol])).join(', '),
      ],
      ['our own loads', hasSitePage ? h('a', { href: sitePath(domain) }, `page of ${domain}`) : 'none'],
    ]),
    controls(
      'What is shown',
      select({
        id: 'metric',
        label: 'metric',
        value: metric,
        options: FIELD_METRICS.map((value) => ({ value, label: FIELD_METRIC_LABELS[value] })),
        choose: (value: string) => go({ metric: value === ('load' satisfies FieldMetric) ? null : value }),
      }),
      ...besideSelects(context, found),
    ),
    state(found),
    found.gains.length === 0
      ? null
      : [h('h2', 'Between the groups that used each protocol'), fieldGains(found)],
    h('h2', 'Field beside live and lab'),
    distribution(context, found, besideOf(context.query)),
    fieldVisits(found),
    fieldNotes(found),
  ]
}

/** Says what is missing, and what to do about it; what is frozen, and why. */
function state(found: FieldSite): Child {
  const { field, notEnough, week, thresholds, closedDay } = found
  const names = notEnough.map((protocol) => armLabel(FIELD_ARMS[protocol]))
  const frozen = field.filter(({ frozenSince }) => frozenSince !== null)
  return [
    field.length > 0
      ? null
      : h(
          'p.nothing',
          week === null
            ? 'No release has been made yet. '
            : `Not enough data of ${FIELD_METRIC_LABELS[found.metric].toLowerCase()}. `,
          `${thresholdWords({ thresholds })} `,
          closedDay === null
            ? 'To help, install the extension and choose this site in its options.'
            : `The study was closed on ${closedDay}.`,
        ),
    field.length === 0 || names.length === 0
      ? null
      : h(
          'p.note',
          `Not enough data by ${names.join(' and ')}: too few contributors or loads, or a curve that is withheld until the next release because somebody in it asked for deletion. Which of these it is is not said.`,
        ),
    ...frozen.map(({ protocol, frozenSince }) =>
      h(
        'p.note',
        `${armLabel(FIELD_ARMS[protocol])} is frozen since the week of ${frozenSince}: its median leapt further from one week to the next than its history explains, so the last good curve stands until that is looked into.`,
      ),
    ),
  ]
}
