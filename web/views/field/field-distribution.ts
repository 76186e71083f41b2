import { count } from '../../../figures/quantity.ts'
import { FIELD_ARMS, FIELD_METRIC_LABELS } from '../../../model/field.ts'
import type { FieldSite } from '../../../server/contract/contract.ts'
import { type FieldCurve, fieldCurvesChart } from '../../charts/field-curves.ts'
import { fieldSiteSource } from '../../citation/source.ts'
import { choiceOf } from '../../client/address.ts'
import { dataLinks } from '../../client/api.ts'
import type { VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import { choice, select } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import { conditionText } from './field-notes.ts'

/** Curves drawn beside the field. */
const BESIDE = ['both', 'live', 'lab', 'nothing'] as const

type Beside = (typeof BESIDE)[number]

export function besideOf(query: URLSearchParams): Beside {
  return choiceOf(query, 'beside', BESIDE, 'both')
}

export function besideSelects({ query, go }: ViewContext, found: FieldSite): readonly (VNode | null)[] {
  const shown = found.lab === null ? '' : `${found.lab.labRunId}:${found.lab.cell}`
  const varied = variedFactors(found.labConditions)
  return [
    choice(go, 'beside', 'beside the field', besideOf(query), {
      both: 'live and lab',
      live: 'live',
      lab: 'lab',
      nothing: 'nothing',
    }),
    found.labConditions.length === 0
      ? null
      : select({
          id: 'lab',
          label: 'lab condition',
          value: shown,
          options: [
            ...(found.lab === null ? [{ value: '', label: 'none has this page' }] : []),
            ...found.labConditions.map((condition) => ({
              value: `${condition.labRunId}:${condition.cell}`,
              label: `${condition.ofThisPage ? '' : 'another page, '}${conditionText(condition, varied)}`,
            })),
          ],
          choose: (value) => go({ lab: value || null }),
        }),
    choice(go, 'scale', 'axis', scaleOf(query), { log: 'logarithmic', linear: 'linear' }),
  ]
}

/** Whether a factor has more than one level among the conditions of a run. */
function variedFactors(
  conditions: FieldSite['labConditions'],
): (labRunId: number, factor: string) => boolean {
  const levels = new Map<string, Set<unknown>>()
  for (const { labRunId, factors } of conditions)
    for (const [factor, value] of Object.entries(factors)) {
      const name = `${labRunId} ${factor}`
      levels.set(name, (levels.get(name) ?? new Set()).add(value))
    }
  return (labRunId, factor) => (levels.get(`${labRunId} ${factor}`)?.size ?? 0) > 1
}

/** The curves of all sources in one chart. */
export function distribution(context: ViewContext, found: FieldSite, beside: Beside): VNode {
  const words = FIELD_METRIC_LABELS[found.metric].toLowerCase()
  const lab = found.lab === null ? null : `${found.lab.labRunId}:${found.lab.cell}`
  return figure({
    ...context,
    id: 'field',
    title: `Distribution of ${words}: field${besideWords(found, beside)}`,
    source: fieldSiteSource(found),
    site: found.domain,
    holds: [found.metric, 'field'],
    links: dataLinks(`/field/sites/${encodeURIComponent(found.domain)}`, {
      metric: found.metric,
      list: found.list,
      campaign: found.live?.campaignId ?? null,
      lab,
    }),
    draw: (options) =>
      fieldCurvesChart(
        { metric: words, curves: curvesOf(found, beside) },
        { ...options, scale: scaleOf(context.query) },
      ),
  })
}

function scaleOf(query: URLSearchParams): 'linear' | 'log' {
  return choiceOf(query, 'scale', ['log', 'linear'] as const, 'log')
}

function besideWords({ live, lab }: FieldSite, beside: Beside): string {
  const sources = [
    ...(live !== null && shows(beside, 'live') ? ['live'] : []),
    ...(lab !== null && shows(beside, 'lab') ? ['lab'] : []),
  ]
  return sources.length === 0 ? '' : ` beside ${sources.join(' and ')}`
}

function shows(beside: Beside, source: 'live' | 'lab'): boolean {
  return beside === 'both' || beside === source
}

function curvesOf(found: FieldSite, beside: Beside): readonly FieldCurve[] {
  return [
    ...found.field.map(fieldCurveOf),
    ...(shows(beside, 'live') ? measuredCurves('live', found) : []),
    ...(shows(beside, 'lab') ? measuredCurves('lab', found) : []),
  ]
}

function fieldCurveOf(curve: FieldSite['field'][number]): FieldCurve {
  let below = 0
  return {
    source: 'field',
    arm: FIELD_ARMS[curve.protocol],
    counts: `${count(curve.contributors, 'contributor')}, ${count(curve.samples, 'load')}`,
    medianMs: curve.medianMs,
    fromMs: curve.bins[0]?.fromMs ?? 0,
    steps: curve.bins.map(({ toMs, contributors }) => {
      below += contributors
      return { value: toMs, p: below / curve.contributors }
    }),
  }
}

function measuredCurves(source: 'live' | 'lab', found: FieldSite): readonly FieldCurve[] {
  return (found[source]?.curves ?? []).map(({ arm, n, medianMs, ms }) => ({
    source,
    arm,
    medianMs,
    counts: count(n, 'load'),
    fromMs: ms[0] ?? 0,
    steps: ms.map((value, i) => ({ value, p: found.p[i] ?? 1 })),
  }))
}
