import { bytes, count, milliseconds, quantity } from '../../figures/quantity.ts'
import { armLabel } from '../charts/arm.ts'
import { type PairedRequest, pairRequests } from '../charts/pair-requests.ts'
import { waterfallChart } from '../charts/waterfall.ts'
import { h, type VNode } from '../dom/h.ts'
import { scrolling, tableOf } from '../dom/table.ts'
import type { ImportedLoad } from './imported-file.ts'
import { TIME_WORDS } from './load-facts.ts'
import { PAGE_FIELD_NAMES, PAGE_FIELDS } from './page-fields.ts'
import { protocolWord } from './protocol-words.ts'
import type { RequestRow } from './request-row.ts'

/** Pairs drawn: the table of one load has all. */
const MOST_DRAWN = 500

interface Fact {
  readonly label: string
  readonly values: readonly [number | null, number | null]
  readonly text: (value: number) => string
}

/** Two loads side by side: their times, waterfalls on one axis, and requests by address. */
export function compareView(first: ImportedLoad, second: ImportedLoad, width: number): VNode {
  const chart = waterfallChart(
    {
      loads: [first, second].map(({ waterfall }, i) => ({
        ...waterfall,
        label: `${'AB'[i]}: ${armLabel(waterfall.arm)}`,
      })),
    },
    { width, title: 'Requests of both loads', aligned: true },
  )
  return h(
    'section',
    { class: 'comparison', 'aria-labelledby': 'comparison-name' },
    h('h2', { id: 'comparison-name' }, 'Two loads side by side'),
    h('p.note', 'One load each, n = 1: an example. A difference of two single loads may be chance.'),
    table(
      ['', `A: ${first.name}`, `B: ${second.name}`, 'B − A'],
      [
        [
          'Protocol',
          ...[first, second].map(({ reduced }) =>
            reduced.proto === null ? 'unknown' : protocolWord(reduced.proto),
          ),
          '',
        ],
        ...facts(first, second).map(factCells),
      ],
    ),
    h('div.plot', chart.svg),
    requests(pairRequests(first.requests, second.requests)),
  )
}

function facts(a: ImportedLoad, b: ImportedLoad): Fact[] {
  const times = (Object.keys(TIME_WORDS) as (keyof typeof TIME_WORDS)[]).map(
    (name): Fact => ({
      label: TIME_WORDS[name],
      values: [a.reduced.t[name], b.reduced.t[name]],
      text: milliseconds,
    }),
  )
  const fields = PAGE_FIELD_NAMES.map(
    (name): Fact => ({
      label: PAGE_FIELDS[name].label,
      values: [a.fields[name] ?? null, b.fields[name] ?? null],
      text: (value) =>
        PAGE_FIELDS[name].unit === 'score' ? value.toFixed(3) : quantity(value, PAGE_FIELDS[name].unit),
    }),
  )
  const requests: Fact = { label: 'Requests', values: [a.requests.length, b.requests.length], text: String }
  const size: Fact = { label: 'Bytes of known size', values: [sizeBytes(a), sizeBytes(b)], text: bytes }
  return [...times, ...fields, requests, size].filter(({ values }) => values.some((value) => value !== null))
}

/** Returns null where no request has a size. */
function sizeBytes({ requests }: ImportedLoad): number | null {
  const known = requests.flatMap((request) => (request.sizeBytes === null ? [] : [request.sizeBytes]))
  return known.length === 0 ? null : known.reduce((sum, size) => sum + size, 0)
}

function factCells({ label, values: [a, b], text }: Fact): string[] {
  const difference = a === null || b === null ? '' : signed(b - a, text)
  return [label, ...[a, b].map((value) => (value === null ? 'unknown' : text(value))), difference]
}

function signed(difference: number, text: (value: number) => string): string {
  if (difference === 0) return '0'
  return `${difference > 0 ? '+' : '−'}${text(Math.abs(difference))}`
}

function requests(pairs: readonly PairedRequest<RequestRow>[]): VNode[] {
  const onlyIn = (name: 'first' | 'second') => pairs.filter((pair) => pair[name] === null).length
  return [
    h('h3', 'Requests by address'),
    h(
      'p',
      { class: 'note', id: 'paired' },
      `${count(pairs.length, 'address', 'addresses')}: ${onlyIn('second')} only in A, ${onlyIn('first')} only in B${pairs.length > MOST_DRAWN ? `; ${MOST_DRAWN} drawn` : ''}.`,
    ),
    table(
      ['Address', 'A', 'B', 'B − A'],
      pairs
        .slice(0, MOST_DRAWN)
        .map(({ first, second }) => ({ url: (first ?? second)?.url ?? '', first, second }))
        .map(({ url, first, second }) => [
          url.length > 100 ? `${url.slice(0, 99)}…` : url,
          side(first),
          side(second),
          first?.timeMs == null || second?.timeMs == null
            ? ''
            : signed(second.timeMs - first.timeMs, milliseconds),
        ]),
    ),
  ]
}

function side(row: RequestRow | null): string {
  if (row === null) return 'not asked for'
  const protocol = row.protocol === null ? 'unknown' : protocolWord(row.protocol)
  return `${protocol}, ${row.timeMs === null ? 'unknown' : milliseconds(row.timeMs)}`
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): VNode {
  return scrolling(
    headings[0] || 'Times of both loads',
    tableOf(
      'table',
      null,
      headings.map((words) => h(words === '' ? 'td' : 'th', { scope: words === '' ? null : 'col' }, words)),
      rows.map(([name = '', ...cells]) =>
        h(
          'tr',
          h('th', { scope: 'row' }, name),
          cells.map((cell) => h('td', cell)),
        ),
      ),
    ),
  )
}
