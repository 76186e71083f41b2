import { scaleLinear } from 'd3-scale'
import { h } from '../dom/h.ts'
import { armLabel } from './arm.ts'
import { bottomAxis } from './axis.ts'
import type { Chart, ChartOptions } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { keyRows } from './key-rows.ts'
import { integer, share } from './quantity.ts'
import { textWidth } from './text-width.ts'

export interface MixArm {
  readonly arm: string
  readonly n: number
  readonly leftOut: number
  /** Shares of answered requests, 0..1, by protocol; null where not known. */
  readonly shares: { readonly h1: number | null; readonly h2: number | null; readonly h3: number | null }
}

export interface ProtocolMixData {
  readonly arms: readonly MixArm[]
}

const PROTOCOLS = [
  { name: 'h1', label: 'HTTP/1.x' },
  { name: 'h2', label: 'HTTP/2' },
  { name: 'h3', label: 'HTTP/3' },
] as const

const BAR = 22
const ROW = 50

/** By which protocol the page's requests were really answered, one bar an arm. */
export function protocolMixChart(data: ProtocolMixData, options: ChartOptions): Chart {
  const { width } = options
  const arms = data.arms.filter((arm) => PROTOCOLS.some(({ name }) => arm.shares[name] !== null))
  const key = keyRows(
    PROTOCOLS.map(({ name, label }) => ({ label, className: `mix mix-${name}` })),
    width,
  )
  const height = arms.length === 0 ? EMPTY_HEIGHT : key.height + 12 + arms.length * ROW + 44
  const words = (arm: MixArm) =>
    PROTOCOLS.filter(({ name }) => (arm.shares[name] ?? 0) > 0)
      .map(({ name, label }) => `${share(arm.shares[name] ?? 0)} ${label}`)
      .join(', ')
  const summary =
    arms.length === 0
      ? 'No valid sample says which protocol its requests used.'
      : `${arms.map((arm) => `${armLabel(arm.arm)} arm: ${words(arm)}`).join('; ')}.`
  const base = {
    width,
    height,
    summary,
    note: `Mean share of answered requests. ${countsNote(data.arms)}.`,
    table: {
      columns: ['arm', ...PROTOCOLS.map(({ label }) => label), 'n', 'left out'],
      rows: arms.map((arm) => [
        armLabel(arm.arm),
        ...PROTOCOLS.map(({ name }) => arm.shares[name]),
        arm.n,
        arm.leftOut,
      ]),
    },
  }
  if (arms.length === 0) return emptyChart(base, options)

  const box = {
    left: 1,
    right: width - 22,
    top: key.height + 12,
    bottom: key.height + 12 + arms.length * ROW,
  }
  const x = scaleLinear([0, 1], [box.left, box.right])
  const barTop = (row: number) => box.top + row * ROW + 20
  return {
    ...base,
    svg: frame(
      { ...options, ...base },
      key.marks,
      bottomAxis(
        [0, 0.25, 0.5, 0.75, 1].map((tick) => ({ at: x(tick), label: `${100 * tick} %` })),
        'share of answered requests →',
        box,
        true,
      ),
      arms.map((arm, row) => {
        let start = 0
        return [
          h(
            'text',
            { class: 'row-label strong', x: box.left, y: barTop(row) - 6 },
            `${armLabel(arm.arm)} arm`,
          ),
          PROTOCOLS.map(({ name, label }) => {
            const part = arm.shares[name] ?? 0
            const from = x(start)
            start += part
            const to = x(start)
            if (part === 0) return null
            const said = `${label} ${share(part)}`
            return [
              h('rect', {
                class: `mix mix-${name}`,
                x: from,
                y: barTop(row),
                width: Math.max(0.5, to - from - 1),
                height: BAR,
              }),
              textWidth(said, 11) + 8 < to - from
                ? h(
                    'text',
                    { class: 'in-mix', x: (from + to) / 2, y: barTop(row) + 15, 'text-anchor': 'middle' },
                    said,
                  )
                : null,
            ]
          }),
        ]
      }),
    ),
    readOut: {
      nearest: 'y',
      line: null,
      stops: arms.map((arm, row) => ({
        x: box.left,
        y: barTop(row) + BAR / 2,
        box: { x: box.left, y: barTop(row) - 1, width: box.right - box.left, height: BAR + 2 },
        text: `${armLabel(arm.arm)} arm: ${words(arm)}; n = ${integer(arm.n)}`,
      })),
    },
  }
}
