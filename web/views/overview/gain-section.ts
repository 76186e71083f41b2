import { integer } from '../../../figures/quantity.ts'
import { ARM_NAMES, type Arm } from '../../../model/arm.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import type { Campaign, Ranking } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type GainPair, gainPairsChart } from '../../charts/gain-pairs.ts'
import { campaignSource, sourceWords } from '../../citation/source.ts'
import { choiceOf, sitePath } from '../../client/address.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import { baselineSelect, metricOf, metricSelect } from '../controls/comparison-selects.ts'
import { controls } from '../controls/controls.ts'
import { passedOverNote } from '../controls/passed-over.ts'
import { campaignSelect } from '../controls/run-selects.ts'
import { type Shown, shownCampaign } from '../shown-data.ts'
import type { ViewContext } from '../view.ts'
import { gainCard } from './gain-card.ts'

/** Sites drawn at each end, where there are more than twice as many. */
const ENDS = 12

interface Gains extends Shown<Campaign> {
  readonly baseline: Arm
  /** Rankings of HTTP/2 and HTTP/3, as far as the campaign has them. */
  readonly rankings: readonly Ranking[]
}

/** The answer: what HTTP/2 and HTTP/3 gain here, over all sites and at each of them. */
export function gainSection(context: ViewContext): VNode {
  return h(
    'section',
    { 'aria-labelledby': 'title' },
    block({
      ...context,
      what: 'the gains',
      size: 'large',
      load: () => loadGains(context),
      again: (gains) => gains?.rankings.some(({ pending }) => pending > 0) ?? false,
      show: (gains) => (gains === null ? noGains() : show(context, gains)),
    }),
  )
}

async function loadGains(context: ViewContext): Promise<Gains | null> {
  const { api, query } = context
  const shown = await shownCampaign(context)
  if (shown === null) return null
  const { run: campaign } = shown
  const arms = ARM_NAMES.filter((arm) => campaign.arms.includes(arm))
  const baseline = choiceOf(query, 'baseline', arms, arms.includes('h1') ? 'h1' : (arms[0] ?? 'h1'))
  const compared = arms.filter((arm) => arm !== baseline && (arm === 'h2' || arm === 'h3'))
  const asked = { metric: metricOf(query), baseline, campaign: campaign.id }
  const rankings = await Promise.all(compared.map((arm) => api.get('ranking', '/ranking', { ...asked, arm })))
  return { ...shown, baseline, rankings }
}

function noGains(): VNode {
  return h(
    'p.nothing',
    'No campaign has loaded pages yet, so there is no gain to show. Once one has, this page begins with what each protocol gains.',
  )
}

function show(context: ViewContext, gains: Gains): Child {
  const metric = metricOf(context.query)
  return [
    // Figures are headings of the third rank.
    h('h2.visually-hidden', 'Gains'),
    passedOverNote(context, 'campaign', gains.defaults),
    lackingNote(gains.run),
    h('div.verdicts', gains.rankings.map(gainCard)),
    gainControls(context, gains),
    pairsFigure(context, gains, `gain over ${armLabel(gains.baseline)} in ${metricWords(metric)}`),
    h('p.note', sourceWords(campaignSource(gains.run))),
  ]
}

/** That too few loads could be had; nothing where this is not so. */
export function lackingNote({ lackingLoads, samples }: Pick<Campaign, 'lackingLoads' | 'samples'>): Child {
  if (lackingLoads === 0) return null
  return h(
    'p',
    { class: 'warning', role: 'note' },
    `Unfinished: machine busy. ${integer(lackingLoads)} of ${integer(samples)} loads could not be had while the machine did other work.`,
  )
}

function gainControls({ go, query }: ViewContext, { run: campaign, runs, baseline }: Gains): VNode {
  return controls(
    'What is compared',
    metricSelect(go, 'in', metricOf(query)),
    baselineSelect(
      go,
      'over',
      baseline,
      ARM_NAMES.filter((arm) => campaign.arms.includes(arm)).map((value) => ({
        value,
        label: armLabel(value),
      })),
    ),
    campaignSelect(go, campaign, runs),
  )
}

function pairsFigure(
  context: ViewContext,
  { rankings, run: campaign, baseline }: Gains,
  measure: string,
): VNode {
  const pairs = pairsOf(rankings)
  const many = pairs.length > 2 * ENDS
  const rows = many ? [...pairs.slice(0, ENDS), ...pairs.slice(-ENDS)] : pairs
  const [last] = rankings.toReversed()
  return figure({
    ...context,
    id: 'pairs',
    title: `Gain at each site${many ? `: the ${ENDS} largest and the ${ENDS} smallest of ${integer(pairs.length)}` : ''}`,
    source: campaignSource(campaign),
    holds: [metricInFileName(metricOf(context.query)), `over-${baseline}`, 'gains'],
    links: dataLinks('/ranking', {
      metric: last?.metric ?? null,
      arm: last?.arm ?? null,
      baseline,
      campaign: campaign.id,
    }),
    draw: (options) => gainPairsChart({ measure, arms: rankings.map(({ arm }) => arm), rows }, options),
  })
}

/** Sorts by the gain of the last arm, the largest first; sites that lack it stand last. */
export function pairsOf(rankings: readonly Ranking[]): readonly GainPair[] {
  const domains = [...new Set(rankings.toReversed().flatMap(({ rows }) => rows.map(({ domain }) => domain)))]
  return domains.map((domain) => ({
    name: domain,
    href: sitePath(domain),
    gains: rankings.flatMap(({ arm, rows }) => {
      const row = rows.find((other) => other.domain === domain)
      if (row === undefined) return []
      const interval = row.gainInterval
      return [
        {
          arm,
          gain: row.gain,
          interval: interval === null ? null : ([interval.low, interval.high] as const),
          verdict: row.verdict,
          baselineMs: row.baselineMedian,
          armMs: row.armMedian,
          n: row.n,
        },
      ]
    }),
  }))
}
