import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageSubject, SUBJECT_IN_ROWS } from './page-subject.ts'

const value = (heading: string) =>
  orNull(column('number', heading, 'In the unit of the metric; null where there is none'))
const percent = { unit: 'percent' } as const
const interval = (unit: 'ratio' | 'percent') =>
  orNull(column('interval', '95 % interval', 'By bootstrap over rounds', { unit }))

export const comparisons = figure({
  name: 'comparisons',
  title: 'Every arm against the baseline',
  description: 'Over rounds; bootstrap intervals',
  head: {
    ...pageSubject,
    metric: column('metric', 'metric'),
    baseline: column('arm', 'baseline'),
    baselineLeftOut: column('leftOut', 'left out of the baseline'),
    pending: column(
      'flag',
      'being computed',
      'True where any of them is being computed; the status is 202 then',
    ),
  },
  inRows: [...SUBJECT_IN_ROWS, 'metric', 'baseline'],
  columns: {
    arm: column('arm', 'protocol'),
    n: column('count', 'n', 'Rounds in which both arms have a value'),
    baselineMedian: value('baseline median'),
    armMedian: value('median'),
    gain: orNull(
      column('number', 'gain', 'median(baseline) / median(arm): above 1 the arm is faster', {
        unit: 'ratio',
      }),
    ),
    gainInterval: interval('ratio'),
    reductionOfMeansPercent: orNull(
      column('number', 'reduction of means', '100 · (1 − mean(arm) / mean(baseline))', percent),
    ),
    reductionOfMeansInterval: interval('percent'),
    reductionOfMediansPercent: orNull(column('number', 'reduction of medians', null, percent)),
    reductionOfMediansInterval: interval('percent'),
    verdict: orNull(column('verdict', 'verdict', null)),
    smallestDetectablePercent: orNull(
      column(
        'number',
        'smallest detectable difference',
        'The smallest that so many rounds show in about 75 % of campaigns',
        percent,
      ),
    ),
    intervalRule: orNull(
      wordColumn(
        'word',
        ['fixed', 'sequential'],
        'intervals',
        '`sequential`: wider, as the campaign could stop after any round (`--until-ci`)',
      ),
    ),
    autocorrelation: orNull(
      column(
        'estimate',
        'autocorrelation',
        'Lag-1 autocorrelation of the rounds’ log ratios (of ranks, corrected for bias); above 0 intervals are widened',
      ),
    ),
    effectiveRounds: orNull(
      column(
        'number',
        'independent rounds',
        'Independent rounds that tell as much: n (1 − ρ)/(1 + ρ), ρ half a standard error above its estimate',
      ),
    ),
    leftOut: column('leftOut', 'left out', 'Of the arm'),
    unpaired: column('count', 'unpaired', 'Rounds in which only the arm has a value'),
    pending: column('flag', 'being computed', null),
    sentence: column('text', 'in words', 'The verdict in words'),
  },
  order: 'By arm',
})

export type Comparisons = FigureAnswer<typeof comparisons>
export type Comparison = Comparisons['rows'][number]
