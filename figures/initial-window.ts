import { column, orNull } from './column.ts'
import { figure } from './figure.ts'
import { count } from './quantity.ts'

const readBack = (heading: string) =>
  orNull(column('numbers', heading, 'Windows that connections began with, in packets, each once'))

export const labInitialWindow = figure({
  name: 'labInitialWindow',
  title: 'Initial window',
  description: 'Gain of a larger initial window than the smallest, all else alike, measured and expected',
  head: {
    labRunId: column('count', 'lab run'),
    needed: column('count', 'needed', 'Rounds that an interval needs'),
    leftOut: column(
      'count',
      'left out',
      'Conditions that were not measured, whose window is the machine’s, or that have no other window',
    ),
  },
  columns: {
    smallCell: column('count', 'small cell', 'Number of the condition with the small window', {
      shown: 'never',
    }),
    largeCell: column('count', 'large cell', 'And of the one with the large window', { shown: 'never' }),
    factors: column('factors', 'condition', 'All factors but the initial window, which both have in common'),
    arm: column('arm', 'protocol'),
    fileBytes: orNull(
      column('count', 'file (bytes)', 'Where the page is one file: its size', { shown: 'never' }),
    ),
    smallWindow: column('count', 'small window', 'As asked for, in packets'),
    largeWindow: column('count', 'large window', 'As asked for, in packets'),
    smallReadBack: readBack('small read back'),
    largeReadBack: readBack('large read back'),
    isReadBack: column('flag', 'as asked', 'Both windows were read back as asked for; else no gain', {
      shown: 'where rows differ',
    }),
    n: column('count', 'n', 'Rounds that both conditions have'),
    smallMedianMs: orNull(column('number', 'small', null, { unit: 'ms' })),
    largeMedianMs: orNull(column('number', 'large', null, { unit: 'ms' })),
    gain: orNull(column('estimate', 'gain', 'smallMedianMs / largeMedianMs', { unit: 'ratio' })),
    verdict: orNull(column('verdict', 'verdict', 'Of the large window', { shown: 'never' })),
    expectedGain: orNull(
      column('number', 'expected', 'Wire limit with the small window / with the large one', {
        unit: 'ratio',
      }),
    ),
  },
  order: 'By condition, then by arm',
  note: ({ needed, leftOut }, rows) => {
    const unknown = rows.filter(({ isReadBack }) => !isReadBack).length
    const few = rows.filter(({ isReadBack, gain }) => isReadBack && gain !== null && gain.low === null).length
    return [
      'Gain: median page load time with the small window / with the large one, all else alike; above 1 the large one is faster.',
      'Expected: wire limits with the same windows, of handshakes, round trips, rate and slow start, without loss.',
      unknown > 0 &&
        `${count(unknown, 'row')} without a gain: that the windows were as asked for is not known.`,
      few > 0 && `Too few: ${count(few, 'row')} with fewer than ${needed} rounds of both.`,
      leftOut > 0 && `${count(leftOut, 'condition')} left out: not measured, or with no other window.`,
    ]
      .filter((sentence) => sentence !== false)
      .join(' ')
  },
  isShown: () => true,
})
