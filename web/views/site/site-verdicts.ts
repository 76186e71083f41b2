import { leftOutCount } from '../../../figures/column.ts'
import { count, gain, range } from '../../../figures/quantity.ts'
import type { MetricName } from '../../../model/metrics.ts'
import type { Comparison, Comparisons, LeftOut } from '../../../server/contract/contract.ts'
import { armClass, armLabel } from '../../charts/arm.ts'
import { verdictStyle } from '../../charts/verdict.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { codeWords } from '../controls/code-words.ts'

/** Each arm against the baseline, in a sentence and in numbers. */
export function verdicts(answer: Comparisons): Child {
  if (answer.rows.length === 0) {
    return h('p.nothing', 'No other protocol of this page has been loaded: there is nothing to compare.')
  }
  return h(
    'div.verdicts',
    answer.rows.map((comparison) => verdictCard(comparison, answer)),
  )
}

function verdictCard(comparison: Comparison, answer: Comparisons): VNode {
  const { arm, gain: value, gainInterval, verdict } = comparison
  const style = verdict === null ? null : verdictStyle(verdict)
  return h(
    'article',
    { class: `verdict ${style?.className ?? 'verdict-none'}` },
    h(
      'p.verdict-gain',
      h('span', { class: `strong ${armClass(arm)}` }, armLabel(arm)),
      ' ',
      value === null ? 'no gain' : gain(value),
      gainInterval === null ? null : h('span.quiet', ` ${range([gainInterval.low, gainInterval.high])}`),
    ),
    h('p.verdict-sentence', comparison.sentence),
    h('p.note', noteWords(comparison, answer)),
  )
}

function noteWords(
  comparison: Comparison,
  { metric, baseline, baselineLeftOut }: Pick<Comparisons, 'metric' | 'baseline' | 'baselineLeftOut'>,
): string {
  const { reductionOfMeansPercent, reductionOfMediansPercent, n, leftOut } = comparison
  const parts = [
    changeWords('mean', reductionOfMeansPercent),
    changeWords('median', reductionOfMediansPercent),
    detectableWords(comparison, metric),
    independenceWords(comparison),
    `${count(n, 'round')}, ${leftOutWords(leftOut)}`,
    leftOutCount(baselineLeftOut) === 0 ? null : `of ${armLabel(baseline)} ${leftOutWords(baselineLeftOut)}`,
  ]
  return `${parts.filter((part) => part !== null).join('; ')}.`
}

/** `mean 1.8 % longer`: one sign, one direction. */
function changeWords(statistic: string, reductionPercent: number | null): string | null {
  if (reductionPercent === null) return null
  const percent = Math.abs(reductionPercent).toFixed(1)
  if (percent === '0.0') return `${statistic} the same to 0.1 %`
  return `${statistic} ${percent} % ${reductionPercent < 0 ? 'longer' : 'shorter'}`
}

/** The comparison's sentence says it where no difference was shown. */
function detectableWords(
  { smallestDetectablePercent, verdict }: Comparison,
  metric: MetricName,
): string | null {
  if (smallestDetectablePercent === null || verdict === 'no difference shown') return null
  return `smallest detectable difference ${smallestDetectablePercent.toFixed(1)} % of ${metricWords(metric)}`
}

/** Says how far the rounds can count as independent: in each comparison, for the intervals rest on it. */
function independenceWords({ autocorrelation: rho, effectiveRounds }: Comparison): string | null {
  if (rho === null || rho.low === null || rho.high === null || effectiveRounds === null) return null
  const figure = (value: number) => value.toFixed(2).replace('-', '−')
  const widened = rho.low > 0 ? `: they count as ${effectiveRounds.toFixed(1)}, so the interval is wider` : ''
  return `autocorrelation of rounds ${figure(rho.value)} (${figure(rho.low)} to ${figure(rho.high)})${widened}`
}

/** `3 left out: 2 invalid (left_site: the page redirected …), 1 failed (page_timeout: …)`; `none left out`. */
export function leftOutWords(leftOut: readonly LeftOut[]): string {
  const total = leftOutCount(leftOut)
  if (total === 0) return 'none left out'
  return `${total} left out: ${leftOut.map(({ count, state, reason }) => `${count} ${state} (${reasonWords(reason)})`).join(', ')}`
}

function reasonWords(reason: string): string {
  const words = codeWords(reason)
  return words === null ? reason : `${reason}: ${words}`
}
