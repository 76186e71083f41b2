import type { MetricName } from '../../../model/metrics.ts'
import type { Comparison, Comparisons } from '../../../server/contract/contract.ts'
import { armClass, armLabel } from '../../charts/arm.ts'
import { gain, integer, range } from '../../charts/quantity.ts'
import { verdictStyle } from '../../charts/verdict.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { leftOutWords } from './left-out.ts'

/** Each arm against the baseline, in a sentence and in numbers. */
export function verdicts({ comparisons, metric }: Comparisons): Child {
  if (comparisons.length === 0) {
    return h('p', { class: 'nothing' }, 'There is no other arm to compare with.')
  }
  return h(
    'div',
    { class: 'verdicts' },
    comparisons.map((comparison) => verdictCard(comparison, metric)),
  )
}

function verdictCard(comparison: Comparison, metric: MetricName): VNode {
  const { arm, gain: value, gainInterval, verdict } = comparison
  const percent = (share: number) => `${share.toFixed(1).replace('-', '−')} %`
  const style = verdict === null ? null : verdictStyle(verdict)
  return h(
    'article',
    { class: `verdict ${style?.className ?? 'verdict-none'}` },
    h(
      'p',
      { class: 'verdict-gain' },
      h('span', { class: `strong ${armClass(arm)}` }, armLabel(arm)),
      ' ',
      value === null ? 'no gain' : gain(value),
      gainInterval === null
        ? null
        : h('span', { class: 'quiet' }, ` ${range([gainInterval.low, gainInterval.high])}`),
    ),
    h('p', { class: 'verdict-sentence' }, comparison.sentence),
    h(
      'p',
      { class: 'note' },
      [
        comparison.reductionOfMeansPercent === null
          ? null
          : `means reduced by ${percent(comparison.reductionOfMeansPercent)}`,
        comparison.reductionOfMediansPercent === null
          ? null
          : `medians by ${percent(comparison.reductionOfMediansPercent)}`,
        // The sentence says it where no difference was shown.
        comparison.couldHaveShownPercent === null || verdict === 'no difference shown'
          ? null
          : `so many rounds could have shown ${percent(comparison.couldHaveShownPercent)} of ${metricWords(metric)}`,
        independenceWords(comparison),
        `${integer(comparison.n)} rounds, ${leftOutWords(comparison.leftOut)}`,
      ]
        .filter((part) => part !== null)
        .join('; '),
      '.',
    ),
  )
}

/** How far the rounds can count as independent: in each comparison, for the intervals rest on it. */
function independenceWords({ autocorrelation: rho, effectiveRounds }: Comparison): string | null {
  if (rho === null || effectiveRounds === null) return null
  const figure = (value: number) => value.toFixed(2).replace('-', '−')
  const widened = rho.low > 0 ? `: they count as ${effectiveRounds.toFixed(1)}, so the interval is wider` : ''
  return `autocorrelation of rounds ${figure(rho.value)} (${figure(rho.low)} to ${figure(rho.high)})${widened}`
}
