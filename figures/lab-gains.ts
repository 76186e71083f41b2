import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'

const ratio = { unit: 'ratio' } as const
const median = (heading: string) =>
  orNull(column('number', heading, 'In the unit of the metric; null where there is none'))

/** Every figure of a lab run's gains is about these. */
const run = {
  labRunId: column('count', 'lab run'),
  metric: column('metric', 'metric'),
  baseline: column('arm', 'baseline'),
}

const fixed = column('factors', 'held', 'Factors that are held at one value')

export const labGains = figure({
  name: 'labGains',
  title: 'Gains by condition',
  description: 'Each condition of a lab run by itself, every arm against the baseline',
  head: {
    ...run,
    scale: wordColumn(
      'word',
      ['ratio', 'difference'],
      'scale',
      '`difference`: a value of some condition is 0, so that it has no ratio; all then have a difference',
    ),
  },
  inRows: ['metric', 'baseline'],
  columns: {
    cell: column('count', 'cell', 'Number of the condition', { shown: 'never' }),
    factors: column('factors', 'condition'),
    arm: column('arm', 'protocol'),
    n: column('count', 'n', 'Rounds in which both arms have a value'),
    baselineMedian: median('baseline median'),
    armMedian: median('median'),
    gain: orNull(
      column('number', 'gain', 'median(baseline) / median(arm): above 1 the arm is faster', ratio),
    ),
    gainInterval: orNull(column('interval', '95 % interval', null, ratio)),
    difference: orNull(
      column(
        'number',
        'difference',
        'Arm minus baseline, by Hodges and Lehmann; null where the scale is `ratio`',
      ),
    ),
    differenceInterval: orNull(column('interval', '95 % interval')),
    change: orNull(
      wordColumn(
        'word',
        ['less', 'more', 'no difference shown', 'too few rounds'],
        'change',
        'Of the arm’s values; null: no round of both',
      ),
    ),
    replay: orNull(
      wordColumn(
        'word',
        ['within 5 %', 'within 10 %', 'not faithful', 'not judged'],
        'replay',
        'How near its page comes to live loads; null: no recording',
      ),
    ),
    replayArm: orNull(column('arm', 'furthest arm', 'The arm furthest from live, which decides')),
    replayRatio: orNull(column('number', 'replay / live', 'Of that arm, replay / live')),
    whyNotJudged: orNull(column('text', 'why not judged')),
    unsentHints: orNull(
      column('count', 'unsent hints', 'Recorded 103 (RFC 8297), which replays do not send'),
    ),
    pending: column('flag', 'being computed', null, { shown: 'where rows differ' }),
  },
  order: 'By condition, then by arm',
})

const gains = {
  conditions: column('count', 'conditions', null),
  n: column('count', 'n', 'Rounds of all conditions'),
  gain: orNull(column('number', 'gain', 'Geometric mean over conditions', ratio)),
  gainInterval: orNull(column('interval', '95 % interval', 'Only where it is one condition', ratio)),
  verdict: orNull(column('verdict', 'verdict', 'Only where it is one condition')),
  pending: column('count', 'being computed', 'Conditions whose comparison is being computed', {
    shown: 'where rows differ',
  }),
}

const factor = (side: 'x' | 'y') =>
  column('level', side, `Level of the factor \`${side}\``, { namedBy: side })

export const heatmap = figure({
  name: 'heatmap',
  title: 'Gain over two factors',
  description: 'Gain of an arm over two factors',
  head: {
    ...run,
    arm: column('arm', 'arm'),
    fixed,
    x: column('text', 'x', 'A factor'),
    y: column('text', 'y', 'Another factor'),
  },
  inRows: ['metric', 'arm', 'baseline'],
  columns: {
    x: factor('x'),
    y: factor('y'),
    ...gains,
    worst: orNull(column('number', 'worst', null, ratio)),
    best: orNull(column('number', 'best', null, ratio)),
  },
  order: 'By y, then by x, every level of both',
})

export const lines = figure({
  name: 'lines',
  title: 'Gains over one factor',
  description: 'Medians and gains over one factor; the baseline has no gain',
  head: { ...run, fixed, x: column('text', 'x', 'A factor') },
  inRows: ['metric', 'baseline'],
  columns: {
    arm: column('arm', 'protocol'),
    x: factor('x'),
    ...gains,
    median: orNull(column('number', 'median', 'Geometric mean over conditions')),
  },
  order: 'By arm, then by level',
})

const verdicts = ['faster', 'slower', 'no difference shown'] as const

export const labTree = figure({
  name: 'labTree',
  title: 'Decision tree',
  description: 'Under which conditions an arm is faster or slower than the baseline',
  head: {
    ...run,
    arm: column('arm', 'arm'),
    fixed,
    pending: column('count', 'being computed', 'Conditions whose comparison is being computed'),
    conditions: column('count', 'conditions', 'Conditions with a verdict'),
    leftOut: column(
      'count',
      'left out',
      'Conditions without: too few rounds, no round of both, or not measured',
    ),
    needed: column('count', 'needed', 'Conditions with a verdict that a tree needs'),
    folds: orNull(column('count', 'folds', 'Of the cross-validation. Null: too few conditions for a tree')),
    accuracy: orNull(
      column('estimate', 'accuracy', 'Share of conditions whose verdict the tree of the other folds says', {
        unit: 'fraction',
      }),
    ),
    withoutTree: orNull(
      column('estimate', 'without tree', 'The same for their most frequent verdict', { unit: 'fraction' }),
    ),
  },
  inRows: ['metric', 'arm', 'baseline', 'accuracy', 'withoutTree'],
  columns: {
    depth: column('count', 'depth', 'Questions above it'),
    factor: orNull(column('text', 'factor', 'Asked about last; null at the root')),
    atMost: orNull(column('number', 'at most', 'Whether its level is at most this')),
    equals: orNull(column('level', 'equals', 'Else: whether its level is this')),
    answer: orNull(wordColumn('word', ['yes', 'no'], 'answer')),
    isLeaf: column('flag', 'leaf'),
    n: column('count', 'n', 'Conditions'),
    verdict: wordColumn('word', verdicts, 'verdict', 'The most frequent'),
    conditions: wordColumn('each', verdicts, 'conditions', 'With this verdict'),
  },
  order: 'From the root down, the answer yes first; none: too few conditions for a tree',
})

export type LabGains = FigureAnswer<typeof labGains>
export type Heatmap = FigureAnswer<typeof heatmap>
export type Lines = FigureAnswer<typeof lines>
export type LabTree = FigureAnswer<typeof labTree>
