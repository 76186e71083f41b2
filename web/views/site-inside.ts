import type { Arm, Phases, ProtocolMix, Waterfall } from '../../server/contract.ts'
import { choiceOf } from '../address.ts'
import { ApiError, dataLinks } from '../api.ts'
import { armLabel } from '../charts/arm.ts'
import type { PHASES } from '../charts/phase.ts'
import { phaseBarsChart } from '../charts/phase-bars.ts'
import { protocolMixChart } from '../charts/protocol-mix.ts'
import { integer, quantity } from '../charts/quantity.ts'
import { waterfallChart } from '../charts/waterfall.ts'
import type { WaterfallLoad } from '../charts/waterfall-load.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { block } from '../figure/block.ts'
import { figure } from '../figure/figure.ts'
import { type ChosenMetric, METRIC_TERMS } from '../metric-terms.ts'
import { controls, select } from './controls.ts'
import type { ProbedSite } from './probed-site.ts'
import type { ViewContext } from './view.ts'

/** What happens inside a load: phases, requests one by one, protocols. */
export function insideSection(context: ViewContext, probed: ProbedSite): Child {
  const { api, query, go } = context
  const { path, arms } = probed
  const left = choiceOf(query, 'left', arms, arms[0] ?? 'h1')
  const right = choiceOf(
    query,
    'right',
    arms,
    arms.find((arm) => arm !== left && arm === 'h3') ?? arms.at(-1) ?? left,
  )
  const statistic = choiceOf(query, 'statistic', ['median', 'mean'] as const, 'median')
  const options = arms.map((value) => ({ value, label: armLabel(value) }))
  return [
    h('h2', {}, 'Inside the load'),
    controls(
      'Which loads',
      select({
        id: 'left',
        label: 'waterfall of',
        value: left,
        options,
        choose: (value) => go({ left: value }),
      }),
      select({
        id: 'right',
        label: 'beside',
        value: right,
        options,
        choose: (value) => go({ right: value }),
      }),
      select({
        id: 'statistic',
        label: 'phases',
        value: statistic,
        options: [
          { value: 'median', label: 'median' },
          { value: 'mean', label: 'mean' },
        ],
        choose: (value) => go({ statistic: value === 'median' ? null : value }),
      }),
    ),
    block({
      ...context,
      what: 'the waterfalls',
      size: 'large',
      load: () => Promise.all([...new Set([left, right])].map((arm) => waterfallOf(context, path, arm))),
      show: (loads) => waterfalls(context, probed, loads, left),
    }),
    h(
      'div',
      { class: 'columns' },
      block({
        ...context,
        what: 'the phases',
        size: 'chart',
        load: () => api.get('phases', `${path}/phases`),
        show: (phases) => phaseFigure(context, probed, phases, statistic),
      }),
      block({
        ...context,
        what: 'the protocols',
        size: 'chart',
        load: () => api.get('protocols', `${path}/protocols`),
        show: (mix) => mixFigure(context, probed, mix),
      }),
    ),
  ]
}

/** Null where no sample of the arm has a HAR: that is an answer, and the other arm is shown all the same. */
async function waterfallOf(
  { api }: ViewContext,
  path: ProbedSite['path'],
  arm: Arm,
): Promise<Waterfall | null> {
  try {
    return await api.get('waterfall', `${path}/waterfall`, { arm })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

function waterfalls(
  { signal }: ViewContext,
  { path }: ProbedSite,
  answers: readonly (Waterfall | null)[],
  arm: Arm,
): VNode {
  const found = answers.filter((answer) => answer !== null)
  const title = `Waterfall${found.length > 1 ? 's' : ''}: ${found.map((answer) => armLabel(answer.arm)).join(' and ') || 'none stored'}`
  return h(
    'div',
    {},
    figure({
      id: 'waterfall',
      title,
      links: dataLinks(`${path}/waterfall`, { arm }, false),
      signal,
      draw: ({ width, standalone }) =>
        waterfallChart({ loads: found.map(loadOf) }, { width, standalone, title }),
    }),
    found.length === 0
      ? null
      : h(
          'p',
          { class: 'files' },
          'Whole HAR: ',
          found.map((answer) => [
            h(
              'a',
              { href: `/api/v1/samples/${answer.sampleId}/har`, 'data-native': true },
              `${armLabel(answer.arm)}, sample ${answer.sampleId}`,
            ),
            ' ',
          ]),
        ),
  )
}

function loadOf(answer: Waterfall): WaterfallLoad {
  const { chosenBy, value, n, round, marks } = answer
  const words = chosenBy === null ? null : (METRIC_TERMS[chosenBy as ChosenMetric]?.words ?? chosenBy)
  const which =
    words === null
      ? `sample ${answer.sampleId}, round ${integer(round)}`
      : `the median of ${n === null ? 'its' : integer(n)} samples by ${words}${value === null ? '' : ` (${quantity(value, 'ms')})`}, round ${integer(round)}`
  return {
    arm: answer.arm,
    which: answer.zero === 'navigation' ? which : `${which}, time from the first request`,
    marks: { TTFB: marks.ttfbMs, FCP: marks.fcpMs, LCP: marks.lcpMs, load: marks.loadMs },
    requests: answer.entries.map((entry) => ({
      startMs: entry.startMs,
      durationMs: entry.durationMs,
      url: entry.url,
      status: entry.status,
      error: entry.error,
      protocol: entry.protocol,
      sizeBytes: entry.sizeBytes,
      phases: {
        blocked: entry.phases.blockedMs,
        dns: entry.phases.dnsMs,
        connect: entry.phases.connectMs,
        ssl: entry.phases.sslMs,
        send: entry.phases.sendMs,
        wait: entry.phases.waitMs,
        receive: entry.phases.receiveMs,
      },
    })),
  }
}

/** Samples of an arm that are not valid. */
function leftOutOf({ counts }: ProbedSite, arm: Arm): number {
  const found = counts.find((other) => other.arm === arm)
  return found === undefined ? 0 : found.invalid + found.failed
}

function phaseFigure(
  { signal }: ViewContext,
  probed: ProbedSite,
  { arms }: Phases,
  statistic: 'mean' | 'median',
): VNode {
  const title = `HAR phases, ${statistic}s`
  return figure({
    id: 'phases',
    title,
    links: dataLinks(`${probed.path}/phases`),
    signal,
    draw: ({ width, standalone }) =>
      phaseBarsChart(
        {
          statistic,
          arms: arms.map(({ arm, phases }) => {
            const of = (phase: (typeof PHASES)[number]) => {
              const found = phases.find((other) => other.phase === phase)
              return (statistic === 'mean' ? found?.meanMs : found?.medianMs) ?? null
            }
            return {
              arm,
              n: Math.max(0, ...phases.map(({ n }) => n)),
              leftOut: leftOutOf(probed, arm),
              phases: {
                blocked: of('blocked'),
                dns: of('dns'),
                connect: of('connect'),
                ssl: of('ssl'),
                send: of('send'),
                wait: of('wait'),
                receive: of('receive'),
              },
            }
          }),
        },
        { width, standalone, title },
      ),
  })
}

function mixFigure({ signal }: ViewContext, probed: ProbedSite, { arms }: ProtocolMix): VNode {
  const title = 'Protocols inside the page'
  return figure({
    id: 'protocols',
    title,
    links: dataLinks(`${probed.path}/protocols`),
    signal,
    draw: ({ width, standalone }) =>
      protocolMixChart(
        {
          arms: arms.map(({ arm, shares }) => {
            const of = (protocol: 'h1' | 'h2' | 'h3') =>
              shares.find((other) => other.protocol === protocol)?.mean ?? null
            return {
              arm,
              n: Math.max(0, ...shares.map(({ n }) => n)),
              leftOut: leftOutOf(probed, arm),
              shares: { h1: of('h1'), h2: of('h2'), h3: of('h3') },
            }
          }),
        },
        { width, standalone, title },
      ),
  })
}
