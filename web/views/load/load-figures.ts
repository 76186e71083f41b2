import { gain, range, share } from '../../../figures/quantity.ts'
import {
  COST_ENDS,
  costTimeText,
  LOAD_BOUNDS,
  LOAD_FIGURE_TERMS,
  type LoadFigureTerm,
} from '../../../model/load-figure-terms.ts'
import type { LoadArm, LoadRunDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type FigureBar, type FigurePanel, figurePanelsChart } from '../../charts/figure-panels.ts'
import { loadRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { boundRemarks } from './figure-text.ts'
import { armsOf } from './load-choices.ts'

/** Draws what a page and a user cost the server, and how much it holds, as bars. */
export function figureSections(context: ViewContext, run: LoadRunDetail, server: string): Child {
  const arms = armsOf(run, server)
  if (arms.length === 0) return null
  return [
    h('h2', 'What it costs the server'),
    figuresOf(context, run, arms, {
      id: 'costs',
      kind: 'cost',
      title: `Cost of a page and of a user, ${server}`,
    }),
    h('p.note', COST_TERMS),
    repeatText(arms),
    h('h2', 'How much it holds'),
    figuresOf(context, run, arms, { id: 'capacity', kind: 'capacity', title: `Capacity, ${server}` }),
    h('p.note', capacityTerms(run)),
  ]
}

const COST_TERMS =
  'CPU per page: CPU time of all processes of the server over pages done. Memory and sockets per user: by how much they grow with each user. All three from the start of a load to the first interval in which page times passed the limit or the client’s core was more than half busy, and compared over the shorter time of the two.'

function capacityTerms({ plan }: LoadRunDetail): string {
  return `Highest rate: most pages done in an interval of ${plan.ramp.intervalMs / 1_000} s. SLA users: users at whom p95 of page times stayed below ${plan.slaMs / 1_000} s. Users at first error: where there was none, a lower bound.`
}

/** Says how much repetitions differ in what is measured best; nothing of fewer than three. */
function repeatText(arms: readonly LoadArm[]): Child {
  const words = arms.flatMap(({ arm, repeatability: { cpuMsPerPage } }) =>
    cpuMsPerPage === null
      ? []
      : [
          `${armLabel(arm)} ${share(cpuMsPerPage.largest)} (n = ${cpuMsPerPage.n}; another by at most ${share(cpuMsPerPage.predicted)} at 95 %)`,
        ],
  )
  return words.length === 0
    ? null
    : h('p.note', `CPU per page of a repetition differs from their mean by at most: ${words.join(', ')}.`)
}

interface FiguresOf {
  readonly id: string
  readonly kind: LoadFigureTerm['kind']
  readonly title: string
}

function figuresOf(
  context: ViewContext,
  run: LoadRunDetail,
  arms: readonly LoadArm[],
  { id, kind, title }: FiguresOf,
): Child {
  const panels = LOAD_FIGURE_TERMS.filter((term) => term.kind === kind).map((term) =>
    panelOf(run, arms, term),
  )
  const remarks = kind === 'capacity' ? boundRemarks(arms) : costRemarks(arms)
  return figure({
    ...context,
    ...{ id, title },
    source: loadRunSource(run),
    holds: [arms[0]?.server ?? null, id],
    links: dataLinks(`/load/runs/${run.id}`),
    draw: (options) => figurePanelsChart({ panels, remarks }, options),
  })
}

/** Says which part of the loads costs are from, and what ended it. */
function costRemarks(arms: readonly LoadArm[]): readonly string[] {
  const ends = [...new Set(arms.map(({ costTime }) => costTime.end))]
  return [
    `Up to users, the fewest of the repetitions: ${arms.map(({ arm, costTime }) => `${armLabel(arm)} ${costTimeText(costTime)}`).join(', ')}.`,
    ...ends.map((end) => `${COST_ENDS[end].short}: ${COST_ENDS[end].words}.`),
  ]
}

function panelOf(
  { baseline }: LoadRunDetail,
  arms: readonly LoadArm[],
  { name, label, unit, isUnitKnown, divisor }: LoadFigureTerm,
): FigurePanel {
  return {
    title: `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`,
    unit: isUnitKnown === true ? null : unit,
    bars: arms.map((each): FigureBar => {
      const found = each.figures[name]
      const interval = found?.interval ?? null
      return {
        arm: each.arm,
        value: found === null ? null : found.value / divisor,
        interval: interval === null ? null : [interval.low / divisor, interval.high / divisor],
        n: found?.n ?? 0,
        bound: found === null || found.bound === null ? null : LOAD_BOUNDS[found.bound].short,
        compared: comparedText(each, name, baseline),
      }
    }),
  }
}

/** `0.67× HTTP/1.1 (0.66–0.68): less`; null for the baseline, and where nothing can be compared. */
function comparedText(
  { ratios, verdicts }: LoadArm,
  name: LoadFigureTerm['name'],
  baseline: string,
): string | null {
  const [ratio, verdict] = [ratios[name], verdicts[name]]
  if (verdict === null) return null
  if (verdict === 'lower bound') return 'no verdict: a lower bound'
  if (verdict === 'no headroom') return 'no verdict: the client had no headroom'
  if (ratio === null) return null
  const { interval } = ratio
  const limits = interval === null ? '' : ` (${range([interval.low, interval.high])})`
  const words = verdict === 'too few repetitions' ? 'no verdict: too few repetitions' : verdict
  return `${gain(ratio.value)} ${armLabel(baseline)}${limits}: ${words}`
}
