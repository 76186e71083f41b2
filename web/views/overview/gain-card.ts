import { count, gain, integer, quantity, range } from '../../../figures/quantity.ts'
import { METRICS } from '../../../model/metrics.ts'
import type { Interval, Ranking } from '../../../server/contract/contract.ts'
import { armClass, armLabel } from '../../charts/arm.ts'
import { verdictStyle } from '../../charts/verdict.ts'
import { h, type VNode } from '../../dom/h.ts'

type Summary = NonNullable<Ranking['summary']>

/** Shows what one arm gains over all sites: the median with its interval, in milliseconds too, and how many sites. */
export function gainCard({ arm, baseline, metric, summary, pending }: Ranking): VNode {
  const title = [
    h('span', { class: `strong ${armClass(arm)}` }, armLabel(arm)),
    h('span.quiet', ` over ${armLabel(baseline)}`),
  ]
  const waiting = pending === 0 ? null : h('p.note', `${count(pending, 'site')} being computed.`)
  if (summary === null) {
    const why = pending > 0 ? null : 'No site has rounds of both whose ratio can be taken.'
    return h('article.verdict.verdict-none', h('p', title), why === null ? null : h('p', why), waiting)
  }
  return h(
    'article',
    { class: `verdict gain-card ${directionOf(summary)}` },
    h('p.gain-arm', title),
    h(
      'p.gain-figure',
      h('span.strong', gain(summary.medianGain)),
      summary.medianGainInterval === null
        ? null
        : h('span.quiet', ` ${range([summary.medianGainInterval.low, summary.medianGainInterval.high])}`),
    ),
    h('p.verdict-sentence', savedWords(summary, METRICS[metric].unit)),
    tally(summary),
    waiting,
  )
}

/** Gives the direction of the median over sites, as a verdict's class. */
function directionOf({ medianGainInterval: interval }: Summary): string {
  if (interval === null || (interval.low <= 1 && interval.high >= 1))
    return verdictStyle('no difference shown').className
  return verdictStyle(interval.low > 1 ? 'faster' : 'slower').className
}

/** `Median of 8 sites: 49.8 ms less (95 % interval 48.1 to 140 ms less).` */
function savedWords({ n, medianSaved, medianSavedInterval }: Summary, unit: string): string {
  const interval =
    medianSavedInterval === null
      ? 'too few sites for an interval'
      : `95 % interval ${intervalWords(medianSavedInterval, unit)}`
  return `Median of ${count(n, 'site')}: ${savingWords(medianSaved, unit)} (${interval}).`
}

function savingWords(saved: number, unit: string): string {
  return `${quantity(Math.abs(saved), unit)} ${saved < 0 ? 'more' : 'less'}`
}

/** The nearer end first, the direction once where it is one. */
function intervalWords({ low, high }: Interval, unit: string): string {
  if (low < 0 && high > 0) return `${savingWords(low, unit)} to ${savingWords(high, unit)}`
  const [near, far] = low < 0 ? [high, low] : [low, high]
  return `${quantity(Math.abs(near), unit)} to ${savingWords(far, unit)}`
}

/** Says how many sites are faster, slower and undecided, each with its shape. */
function tally({ faster, slower, noDifference, tooFewRounds }: Summary): VNode {
  const part = (className: string, sign: string, sites: number, words: string) =>
    h(
      'li',
      { class: className },
      h('span', { 'aria-hidden': 'true' }, `${sign} `),
      `${integer(sites)} ${words}`,
    )
  return h(
    'ul.tally',
    part('verdict-faster', '▲', faster, 'faster'),
    part('verdict-slower', '■', slower, 'slower'),
    part('verdict-none', '○', noDifference + tooFewRounds, 'undecided'),
  )
}
