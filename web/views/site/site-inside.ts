import type { Arm, Phase, Phases, ProtocolMix } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { phaseBarsChart } from '../../charts/phase-bars.ts'
import { protocolMixChart } from '../../charts/protocol-mix.ts'
import { choiceOf } from '../../client/address.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import { choice, controls, select } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'
import { filmstripsBlock } from './site-filmstrip.ts'
import { waterfallControls, waterfallsBlock } from './site-waterfalls.ts'

/** Shows what happens inside a load: phases, requests one by one, protocols. */
export function insideSection(context: ViewContext, probed: ProbedSite): Child {
  const { api, query } = context
  const { path, arms } = probed
  const choices = insideChoices(query, arms)
  return [
    h('h2', 'Inside the load'),
    insideControls(context, arms, choices),
    waterfallsBlock(context, probed, [...new Set([choices.left, choices.right])]),
    filmstripsBlock(context, path, [...new Set([choices.left, choices.right])]),
    h(
      'div.columns',
      block({
        ...context,
        what: 'the phases',
        size: 'chart',
        load: () => api.get('phases', `${path}/phases`),
        show: (phases) => phaseFigure(context, probed, phases, choices.statistic),
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

interface InsideChoices {
  readonly left: Arm
  readonly right: Arm
  /** Statistic of the phases. */
  readonly statistic: 'median' | 'mean'
}

/** The first arm beside HTTP/3, where nothing else is chosen. */
export function insideChoices(query: URLSearchParams, arms: readonly Arm[]): InsideChoices {
  const left = choiceOf(query, 'left', arms, arms[0] ?? 'h1')
  const fallback = arms.find((arm) => arm !== left && arm === 'h3') ?? arms.at(-1) ?? left
  return {
    left,
    right: choiceOf(query, 'right', arms, fallback),
    statistic: choiceOf(query, 'statistic', ['median', 'mean'] as const, 'median'),
  }
}

function insideControls(
  { go, query }: ViewContext,
  arms: readonly Arm[],
  { left, right, statistic }: InsideChoices,
): VNode {
  const options = arms.map((value) => ({ value, label: armLabel(value) }))
  return controls(
    'Which loads',
    select({
      id: 'left',
      label: 'waterfall of',
      value: left,
      options,
      choose: (value) => go({ left: value }),
    }),
    select({ id: 'right', label: 'beside', value: right, options, choose: (value) => go({ right: value }) }),
    ...waterfallControls({ go, query }, left === right ? 1 : 2),
    choice(go, 'statistic', 'phases', statistic, { median: 'median', mean: 'mean' }),
  )
}

/** Samples of an arm that are not valid. */
function leftOutOf({ counts }: ProbedSite, arm: Arm): number {
  const found = counts.find((other) => other.arm === arm)
  return found === undefined ? 0 : found.invalid + found.failed
}

function phaseFigure(
  context: ViewContext,
  probed: ProbedSite,
  { rows }: Phases,
  statistic: 'mean' | 'median',
): VNode {
  return figure({
    ...context,
    id: 'phases',
    title: `HAR phases, ${statistic}s`,
    source: probed.source,
    site: probed.domain,
    holds: [statistic, 'phases'],
    links: dataLinks(`${probed.path}/phases`),
    draw: (options) =>
      phaseBarsChart(
        {
          statistic,
          arms: [...Map.groupBy(rows, ({ arm }) => arm)].map(([arm, phases]) => {
            const durationOf = (phase: Phase) => {
              const found = phases.find((other) => other.phase === phase)
              return (statistic === 'mean' ? found?.meanMs : found?.medianMs) ?? null
            }
            return {
              arm,
              n: Math.max(0, ...phases.map(({ n }) => n)),
              leftOut: leftOutOf(probed, arm),
              phases: {
                blocked: durationOf('blocked'),
                dns: durationOf('dns'),
                connect: durationOf('connect'),
                ssl: durationOf('ssl'),
                send: durationOf('send'),
                wait: durationOf('wait'),
                receive: durationOf('receive'),
              },
            }
          }),
        },
        options,
      ),
  })
}

function mixFigure(context: ViewContext, probed: ProbedSite, { rows }: ProtocolMix): VNode {
  return figure({
    ...context,
    id: 'protocols',
    title: 'Protocols inside the page',
    source: probed.source,
    site: probed.domain,
    holds: ['protocols'],
    links: dataLinks(`${probed.path}/protocols`),
    draw: (options) =>
      protocolMixChart(
        {
          arms: [...Map.groupBy(rows, ({ arm }) => arm)].map(([arm, shares]) => {
            const shareOf = (protocol: 'h1' | 'h2' | 'h3') =>
              shares.find((other) => other.protocol === protocol)?.meanShare ?? null
            return {
              arm,
              n: Math.max(0, ...shares.map(({ n }) => n)),
              leftOut: leftOutOf(probed, arm),
              shares: { h1: shareOf('h1'), h2: shareOf('h2'), h3: shareOf('h3') },
            }
          }),
        },
        options,
      ),
  })
}
