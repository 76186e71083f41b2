import type { LabInitialWindow, LabRunDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { count, gain, integer, milliseconds, range } from '../../charts/quantity.ts'
import { labRunSource } from '../../citation/source.ts'
import { choiceOf } from '../../client/address.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { scrollTable, tableFiles } from '../../figure/scroll-table.ts'
import { controls, select } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import { factorsWords } from './lab-factors.ts'
import { windowFigures } from './window-figures.ts'

type Row = LabInitialWindow['rows'][number]

/** What a larger initial window gains, expected and measured; nothing where a run has one window alone. */
export function initialWindowBlock(context: ViewContext, run: LabRunDetail): Child {
  const windows = run.factors.find(({ name }) => name === 'initcwnd')?.values ?? []
  if (windows.filter((value) => typeof value === 'number').length < 2) return null
  return block({
    ...context,
    what: 'the gains of a larger initial window',
    size: 'chart',
    load: () => context.api.get('labInitialWindow', `/lab/runs/${run.id}/initial-window`),
    show: (answer) => shown(context, run, answer),
  })
}

function shown(context: ViewContext, run: LabRunDetail, answer: LabInitialWindow): Child {
  const { rows } = answer
  const heading = h('h2', {}, 'Initial window')
  if (rows.length === 0)
    return [
      heading,
      h(
        'p',
        { class: 'nothing' },
        'No two conditions that differ in nothing but their initial window have been measured yet.',
      ),
    ]
  const pairs = windowPairs(rows)
  const [first = ''] = pairs.map(({ value }) => value)
  const values = pairs.map(({ value }) => value)
  const chosen = choiceOf(context.query, 'windows', values, values.find((value) => value === '10-3') ?? first)
  const ofPair = rows.filter((row) => pairKey(row) === chosen)
  if (pairs.length > 1) context.pin({ windows: chosen })
  return [
    heading,
    h('p', { class: 'note' }, noteOf(answer, ofPair)),
    pairs.length < 2
      ? null
      : controls(
          'Which initial windows are compared',
          select({
            ...{ id: 'windows', label: 'initial window (segments)', value: chosen, options: pairs },
            choose: (value) => context.go({ windows: value }),
          }),
        ),
    windowFigures(context, run, answer, ofPair),
    rowsTable(run, ofPair),
    tableFiles(dataLinks(`/lab/runs/${run.id}/initial-window`, {}), ofPair.length, [
      'initial-window',
      labRunSource(run).fileWords,
    ]),
  ]
}

/** As it stands in an address: `10-3`. */
function pairKey({ smallWindow, largeWindow }: Row): string {
  return `${largeWindow}-${smallWindow}`
}

function windowPairs(rows: readonly Row[]): { readonly value: string; readonly label: string }[] {
  const labels = new Map(
    rows
      .toSorted((a, b) => a.largeWindow - b.largeWindow)
      .map((row) => [pairKey(row), `${row.largeWindow} in place of ${row.smallWindow}`]),
  )
  return [...labels].map(([value, label]) => ({ value, label }))
}

function noteOf({ leftOut, needed }: LabInitialWindow, rows: readonly Row[]): string {
  const unknown = rows.filter(({ isReadBack }) => !isReadBack).length
  const few = rows.filter(({ isReadBack, gainInterval }) => isReadBack && gainInterval === null).length
  return [
    'Gain: median page load time with the small window / with the large one, all else alike; above 1 the large one is faster.',
    'Expected: wire limits with the same windows, of handshakes, round trips, rate and slow start, without loss.',
    unknown === 0
      ? ''
      : `${count(unknown, 'row')} without a gain: that the windows were as asked for is not known.`,
    few === 0 ? '' : `Too few: ${count(few, 'row')} with fewer than ${needed} rounds of both.`,
    leftOut === 0 ? '' : `${count(leftOut, 'condition')} left out: not measured, or with no other window.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function rowsTable(run: LabRunDetail, rows: readonly Row[]): Child {
  const varied = run.factors.filter(({ values }) => values.length > 1).map(({ name }) => name)
  const named = varied.filter((name) => name !== 'initcwnd')
  const time = (value: number | null): string => (value === null ? '–' : milliseconds(value))
  return scrollTable(
    'Gain of a larger initial window, measured and expected',
    [
      ...['condition', 'protocol', 'window', 'read back', 'n', 'small window', 'large window'],
      ...['gain', '95 % interval', 'expected'],
    ],
    rows.map((row) => [
      factorsWords(row.factors, named) || `no. ${row.largeCell}`,
      armLabel(row.arm),
      `${row.largeWindow} over ${row.smallWindow}`,
      readBackWords(row),
      integer(row.n),
      time(row.smallMedianMs),
      time(row.largeMedianMs),
      row.gain === null ? '–' : gain(row.gain),
      row.gainInterval === null ? '–' : range([row.gainInterval.low, row.gainInterval.high]),
      row.expectedGain === null ? '–' : gain(row.expectedGain),
    ]),
  )
}

/** `as asked`, or what connections began with in place of that. */
function readBackWords({ isReadBack, smallReadBack, largeReadBack }: Row): string {
  if (isReadBack) return 'as asked'
  if (smallReadBack === null || largeReadBack === null) return 'not known'
  return `${largeReadBack.join(', ')} over ${smallReadBack.join(', ')}`
}
