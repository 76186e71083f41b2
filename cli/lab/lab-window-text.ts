import { ratioText } from '../../model/ratio-text.ts'
import type { LabInitialWindow } from '../../server/contract/contract.ts'
import { limitsText } from '../output/comparison-text.ts'
import { countText } from '../output/count-text.ts'
import { noteWidth } from '../output/output-width.ts'
import { type Column, textTable } from '../output/table.ts'
import { wrap } from '../output/wrap.ts'

type Row = LabInitialWindow['rows'][number]

/** What a larger initial window gained, condition by condition; nothing where none can be compared. */
export function windowLines({ rows, needed, leftOut }: LabInitialWindow, width: number | null): string[] {
  if (rows.length === 0) return []
  const unknown = rows.filter(({ isReadBack }) => !isReadBack).length
  const few = rows.filter(({ isReadBack, gainInterval }) => isReadBack && gainInterval === null).length
  const notes = [
    'gain: median page load time with the small window / with the large one, all else alike. expected: wire limits with ' +
      'the same windows.',
    ...(unknown === 0
      ? []
      : [`${countText(unknown, 'row')} without a gain: that the windows were as asked for is not known.`]),
    ...(few === 0 ? [] : [`${countText(few, 'row')} with fewer than ${needed} rounds of both: no interval.`]),
    ...(leftOut === 0
      ? []
      : [`${countText(leftOut, 'cell')} left out: not measured, or with no other window.`]),
  ]
  return [
    '',
    'initial window',
    '',
    textTable(rows, columnsOf(rows), width),
    '',
    ...wrap(notes.join(' '), noteWidth(width)),
  ]
}

function columnsOf(rows: readonly Row[]): Column<Row>[] {
  const names = [...new Set(rows.flatMap(({ factors }) => Object.keys(factors)))]
  // What is the same in all rows would only widen the table.
  const varied = names.filter((name) => new Set(rows.map(({ factors }) => factors[name])).size > 1)
  const numbers = (heading: string, cell: Column<Row>['cell']): Column<Row> => ({
    ...{ heading, cell, align: 'right' },
  })
  return [
    ...varied.map((name) => numbers(name, ({ factors }) => factors[name] ?? null)),
    numbers('window', ({ smallWindow, largeWindow }) => `${largeWindow} over ${smallWindow}`),
    { heading: 'arm', cell: ({ arm }) => arm },
    numbers('n', ({ n }) => n),
    numbers('small', ({ smallMedianMs }) => smallMedianMs?.toFixed(0) ?? null),
    numbers('large', ({ largeMedianMs }) => largeMedianMs?.toFixed(0) ?? null),
    numbers('gain', ({ gain }) => (gain === null ? null : ratioText(gain))),
    numbers('95 % interval', ({ gainInterval: limits }) => limitsText(limits && [limits.low, limits.high])),
    numbers('expected', ({ expectedGain }) => (expectedGain === null ? null : ratioText(expectedGain))),
  ]
}
