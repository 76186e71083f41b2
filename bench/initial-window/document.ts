import type { Estimate } from '../../figures/column.ts'
import { ARMS, type Arm } from '../../model/arm.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import type { LabInitialWindow } from '../../server/contract/contract.ts'
import { median } from '../../stats/median.ts'
import type { MeasuredRun } from '../epload/results.ts'
import { introduction, method } from '../epload/run-text.ts'
import { markdownTable, wrapped } from '../google-mobile/text.ts'

type Row = LabInitialWindow['rows'][number]
/** A row that has both. */
type Compared = Row & { readonly gain: Estimate; readonly expectedGain: number }

export interface WindowResults extends Pick<MeasuredRun, 'run' | 'facts' | 'times' | 'retransmissions'> {
  readonly windows: LabInitialWindow
  /** What it ran on, in words; null: not said. */
  readonly machine: string | null
}

const THREATS = [
  'The model leaves out certificates and headers, lost packets, a window that the handshake has opened, and that QUIC sends ten ' +
    'packets at once and spaces out the rest. Which of these makes a difference was not measured one by one.',
  'Conditions are loaded one after the other: what changed between their minutes is in the gain.',
  'One server’s QUIC and one kernel’s TCP stand for all.',
]

/** Rows of the table of those that are furthest from the model. */
const FURTHEST = 12

/** What the command writes, in Markdown. */
export function resultsDocument(results: WindowResults): string {
  const { windows, machine } = results
  const arms = [...new Set(windows.rows.map(({ arm }) => arm))]
  return `${[
    '# Results of `initial-window`',
    '',
    ...wrapped(
      'What a larger initial window gains a page of one file, of TCP (HTTP/1.1, HTTP/2) and QUIC (HTTP/3), loaded without a browser ' +
        '([graphs](../graph.md)). Beside it stands the model of CableLabs, *Analysis of Google SPDY and TCP initcwnd* (2012), Figure 3. ' +
        'Written by `scripts/write-initial-window.ts`.',
    ),
    ...introduction(results),
    '',
    '## How far the model is off',
    '',
    ...agreementTable(windows.rows.filter(isCompared), arms),
    '',
    'Measured / model: above 1 the window gained more. Within: rows whose interval holds the model’s gain.',
    '',
    '### Furthest from the model',
    '',
    ...furthestTable(results),
    '',
    ...wrapped(
      'Over the limit: median page load time / wire limit, with the small and the large window; the gain differs from the model as ' +
        'far as these two differ. Read back: windows of connections, in packets. Sent again: median retransmissions of a load.',
    ),
    '',
    '## Measured and expected',
    '',
    ...gainTable(windows.rows, arms),
    '',
    ...wrapped(
      'Gain: median page load time with the small window / with the large one, 95 % intervals by bootstrap over rounds. n: rounds of ' +
        'the arm with the fewest. Model: the same ratio of wire limits, of handshakes, round trips, rate and slow start; not fitted ' +
        '([decision 055](../decisions/055-initial-window.md)). –: not measured, or other windows than asked for.',
    ),
    '',
    '## Not known, and threats to validity',
    '',
    ...THREATS.flatMap((threat) => wrapped(`- ${threat}`, '  ')),
    '',
    '## How it was measured',
    '',
    ...method(results),
    ...(machine === null ? [] : wrapped(`- Machine: ${machine}.`, '  ')),
    '',
  ].join('\n')}`
}

function gainTable(rows: readonly Row[], arms: readonly Arm[]): string[] {
  const conditions = [
    ...Map.groupBy(rows, ({ smallCell, largeCell }) => `${smallCell} ${largeCell}`).values(),
  ]
  const lines = conditions
    .toSorted(([a], [b]) => (a && b ? byCondition(a, b) : 0))
    .map((group) => {
      const [first] = group
      return [
        ...(first === undefined ? [] : conditionOf(first)),
        String(Math.min(...group.map(({ n }) => n))),
        ...arms.flatMap((arm) => {
          const row = group.find((each) => each.arm === arm)
          return [gainText(row), row?.expectedGain == null ? '–' : ratioText(row.expectedGain)]
        }),
      ]
    })
  return markdownTable([...CONDITION, 'n', ...arms.flatMap((arm) => [ARMS[arm].label, 'model'])], lines)
}

const CONDITION = ['file, kB', 'RTT, ms', 'windows'] as const

function conditionOf({ fileBytes, factors, smallWindow, largeWindow }: Row): string[] {
  const file = fileBytes === null ? String(factors.page ?? '–') : String(fileBytes / 1_000)
  return [file, String(factors.rttMs ?? '–'), `${largeWindow} over ${smallWindow}`]
}

function byCondition(a: Row, b: Row): number {
  return (
    Number(a.factors.rttMs) - Number(b.factors.rttMs) ||
    a.largeWindow - b.largeWindow ||
    (a.fileBytes ?? 0) - (b.fileBytes ?? 0)
  )
}

function gainText(row: Row | undefined): string {
  if (row?.gain == null) return '–'
  const { value, low, high } = row.gain
  return low === null || high === null
    ? ratioText(value)
    : `${ratioText(value)} (${ratioRangeText([low, high])})`
}

function isCompared(row: Row): row is Compared {
  return row.gain !== null && row.expectedGain !== null
}

const offBy = ({ gain, expectedGain }: Compared): number => gain.value / expectedGain

function agreementTable(rows: readonly Compared[], arms: readonly Arm[]): string[] {
  return markdownTable(
    ['protocol', 'rows', 'within', 'measured / model, median', 'least', 'most'],
    arms.map((arm) => {
      const own = rows.filter((row) => row.arm === arm)
      const ratios = own.map(offBy)
      const within = own.filter(
        ({ gain: { low, high }, expectedGain }) =>
          low !== null && high !== null && low <= expectedGain && expectedGain <= high,
      )
      const middle = median(ratios)
      if (middle === undefined) return [ARMS[arm].label, '0', '0', '–', '–', '–']
      const ends = [middle, Math.min(...ratios), Math.max(...ratios)].map(ratioText)
      return [ARMS[arm].label, String(own.length), String(within.length), ...ends]
    }),
  )
}

function furthestTable({ windows, times, retransmissions }: WindowResults): string[] {
  const rows = windows.rows
    .filter(isCompared)
    .toSorted((a, b) => Math.abs(Math.log(offBy(b))) - Math.abs(Math.log(offBy(a))))
    .slice(0, FURTHEST)
  const heads = ['protocol', ...CONDITION, 'measured', 'model', 'over the limit', 'read back', 'sent again']
  return markdownTable(
    heads,
    rows.map((row) => {
      const { arm, smallCell, largeCell, smallReadBack, largeReadBack, expectedGain } = row
      const both = (textOf: (cell: number) => string): string =>
        [smallCell, largeCell].map(textOf).join(' → ')
      return [
        ...[ARMS[arm].label, ...conditionOf(row), gainText(row), ratioText(expectedGain)],
        both((cell) => {
          const ms = medianOf(times, cell, arm)
          const limitMs = times.find((each) => each.cell === cell)?.wireLimitMs?.[arm]
          return ms === null || limitMs == null ? '–' : ratioText(ms / limitMs)
        }),
        [smallReadBack, largeReadBack].map((packets) => packets?.join(', ') ?? '–').join(' → '),
        both((cell) => medianOf(retransmissions, cell, arm)?.toFixed(0) ?? '–'),
      ]
    }),
  )
}

function medianOf(cells: WindowResults['times'], cell: number, arm: Arm): number | null {
  const values = cells.find((each) => each.cell === cell)?.arms.find((each) => each.arm === arm)?.values
  return median(values ?? []) ?? null
}
