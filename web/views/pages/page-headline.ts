import { count, integer, quantity } from '../../../figures/quantity.ts'
import type { CompositionMetric } from '../../../model/composition-metrics.ts'
import { METRICS } from '../../../model/metrics.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { type ArmCurve, chosenCurve, type PagesData } from './page-data.ts'

/** The median page in words, each number with its interval. */
export function pageHeadline(data: PagesData): VNode {
  const [requests, hosts, size, topShare] = (['requests', 'domains', 'har_bytes', 'share_top1'] as const).map(
    (metric) => chosenCurve(data, metric),
  )
  if (requests == null)
    return h('p.lede', `Of ${count(data.campaign.sites, 'site')} none has a valid sample under this arm.`)
  return h(
    'p.lede',
    'The median page makes ',
    estimate(requests, 'requests', 'request'),
    hosts == null ? null : [' to ', estimate(hosts, 'domains', 'host')],
    size == null ? null : [' and weighs ', estimate(size, 'har_bytes')],
    topShare == null
      ? null
      : ['; its largest host answers ', estimate(topShare, 'share_top1'), ' of the requests'],
    '. ',
    h('span.quiet', sourceWords([requests, hosts, size, topShare].flatMap((one) => one ?? []))),
  )
}

/** `13 requests (1–61)` */
function estimate({ median, medianInterval }: ArmCurve, metric: CompositionMetric, noun?: string): Child {
  const { unit } = METRICS[metric]
  const value = median ?? 0
  const things = noun === undefined ? '' : ` ${value === 1 ? noun : `${noun}s`}`
  return [
    h('strong', quantity(value, unit), things),
    medianInterval === null ? null : ` (${intervalWords(medianInterval, unit)})`,
  ]
}

function sourceWords(curves: readonly ArmCurve[]): string {
  const ns = curves.map(({ n }) => n)
  const [fewest, most] = [Math.min(...ns), Math.max(...ns)]
  const sites = fewest === most ? count(most, 'site') : `${integer(fewest)} to ${count(most, 'site')}`
  return fewest < 6
    ? `Each is a median over ${sites}; below 6 there is no interval.`
    : `Each is a median over ${sites}, with its 95 % interval.`
}

/** `0.52–503 kB`: the unit once where both ends have the same one. */
export function intervalWords(
  { low, high }: { readonly low: number; readonly high: number },
  unit: string,
): string {
  const [from, to] = [quantity(low, unit), quantity(high, unit)]
  if (from === to) return from
  const [, fromUnit] = from.split(' ')
  const [, toUnit] = to.split(' ')
  return `${fromUnit === toUnit ? from.split(' ')[0] : from}–${to}`
}
