import { integer, quantity } from '../../../figures/quantity.ts'
import { fileName } from '../../../model/file-name.ts'
import type { Arm, Waterfall } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { waterfallChart } from '../../charts/waterfall.ts'
import { waterfallRequest } from '../../charts/waterfall-entry.ts'
import type { WaterfallLoad } from '../../charts/waterfall-load.ts'
import type { RowChoices } from '../../charts/waterfall-rows.ts'
import { choiceOf } from '../../client/address.ts'
import { apiUrl, dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { fileLink } from '../../figure/data-files.ts'
import { figure } from '../../figure/figure.ts'
import { choice } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'

/** Says how the requests are arranged; two loads stand in the same rows where nothing else is chosen. */
export function waterfallChoices(query: URLSearchParams): RowChoices {
  return {
    view: choiceOf(query, 'rows', ['requests', 'connections'] as const, 'requests'),
    order: choiceOf(query, 'order', ['start', 'connection'] as const, 'start'),
    aligned: choiceOf(query, 'align', ['url', 'none'] as const, 'url') === 'url',
  }
}

/** Choices without an effect are not offered: connections have no address and one order. */
export function waterfallControls(
  { go, query }: Pick<ViewContext, 'go' | 'query'>,
  arms: number,
): readonly (VNode | null)[] {
  const { view, order, aligned } = waterfallChoices(query)
  const isByRequest = view === 'requests'
  return [
    choice(go, 'rows', 'rows', view, { requests: 'requests', connections: 'connections' }),
    isByRequest
      ? choice(go, 'order', 'ordered by', order, { start: 'start', connection: 'connection' })
      : null,
    isByRequest && arms > 1
      ? choice(go, 'align', 'two loads', aligned ? 'url' : 'none', {
          url: 'aligned by URL',
          none: 'each by itself',
        })
      : null,
  ]
}

/** The median loads of these arms, request by request; of an arm without a HAR, why there is none. */
export function waterfallsBlock(context: ViewContext, probed: ProbedSite, arms: readonly Arm[]): VNode {
  return block({
    ...context,
    what: 'the waterfalls',
    size: 'large',
    load: () => loadWaterfalls(context, probed.path, arms),
    show: (loads) => waterfalls(context, probed, loads),
  })
}

interface Loads {
  readonly found: readonly Waterfall[]
  /** Arms of which there is none, each with its reason. */
  readonly missing: readonly { readonly arm: Arm; readonly why: string }[]
}

async function loadWaterfalls(
  { api }: ViewContext,
  path: ProbedSite['path'],
  wanted: readonly Arm[],
): Promise<Loads> {
  const { arms } = await api.get('waterfalls', `${path}/waterfalls`)
  const known = wanted.map(
    (arm) => arms.find((other) => other.arm === arm) ?? { arm, sampleId: null, har: false },
  )
  return {
    found: await Promise.all(
      known.filter(({ har }) => har).map(({ arm }) => api.get('waterfall', `${path}/waterfall`, { arm })),
    ),
    missing: known
      .filter(({ har }) => !har)
      .map(({ arm, sampleId }) => ({
        arm,
        why: sampleId === null ? 'it has no valid load' : 'the HAR of its median load is not stored',
      })),
  }
}

function waterfalls(context: ViewContext, probed: ProbedSite, { found, missing }: Loads): Child {
  const { domain, source, path } = probed
  const choices = waterfallChoices(context.query)
  const kind = choices.view === 'connections' ? 'Connections' : `Waterfall${found.length > 1 ? 's' : ''}`
  const [first] = found
  const loads = found.map(loadOf)
  return [
    first === undefined
      ? null
      : figure({
          ...context,
          id: 'waterfall',
          title: `${kind}: ${found.map(({ arm }) => armLabel(arm)).join(' and ')}`,
          source,
          site: domain,
          holds: [
            ...found.map(({ arm }) => arm),
            choices.view === 'connections' ? 'connections' : 'waterfall',
          ],
          links: dataLinks(`${path}/waterfall`, { arm: first.arm }, false),
          draw: (options) => waterfallChart({ loads }, { ...options, ...choices }),
        }),
    missing.map(({ arm, why }) =>
      h(
        'p',
        { class: first === undefined ? 'nothing' : 'note' },
        `There is no waterfall of ${armLabel(arm)}: ${why}.`,
      ),
    ),
    first === undefined
      ? null
      : h(
          'p.files',
          'Whole HAR: ',
          found.map(({ arm, sampleId }) => [
            fileLink(
              apiUrl(`/samples/${sampleId}/har`),
              fileName([domain, arm, `sample-${sampleId}`, source.fileWords], 'har'),
              `${armLabel(arm)}, sample ${sampleId}`,
            ),
            ' ',
          ]),
        ),
  ]
}

function loadOf(answer: Waterfall): WaterfallLoad {
  const { chosenBy, value, n, round, marks } = answer
  const words = chosenBy === null ? null : metricWords(chosenBy)
  const which =
    words === null
      ? `sample ${answer.sampleId}, round ${integer(round)}`
      : `the median of ${n === null ? 'its' : integer(n)} samples by ${words}${value === null ? '' : ` (${quantity(value, 'ms')})`}, round ${integer(round)}`
  return {
    arm: answer.arm,
    label: null,
    which: answer.zero === 'navigation' ? which : `${which}, time from the first request`,
    marks: { TTFB: marks.ttfbMs, FCP: marks.fcpMs, LCP: marks.lcpMs, load: marks.loadMs },
    requests: answer.entries.map(waterfallRequest),
  }
}
