import { scaleLinear } from 'd3-scale'
import { integer, share } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armLabel } from './arm.ts'
import { bottomAxis, type PlotBox, shareTicks } from './axis.ts'
import type { Chart, ChartOptions, DataTable } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { keyRows } from './key-rows.ts'
import { textWidth } from './text-width.ts'

interface MixArm {
  readonly arm: string
  readonly n: number
  readonly leftOut: number
  /** Shares of answered requests, 0..1, by protocol; null where not known. */
  readonly shares: { readonly h1: number | null; readonly h2: number | null; readonly h3: number | null }
}

interface ProtocolMixData {
  readonly arms: readonly MixArm[]
}

const PROTOCOLS = [
  { name: 'h1', label: 'HTTP/1.x' },
  { name: 'h2', label: 'HTTP/2' },
  { name: 'h3', label: 'HTTP/3' },
] as const

const BAR = 22
const ROW = 50

/** Draws by which protocol the page's requests were really answered, one bar an arm. */
export function protocolMixChart(data: ProtocolMixData, options: ChartOptions): Chart {
  const { width } = options
  const arms = data.arms.filter((arm) => PROTOCOLS.some(({ name }) => arm.shares[name] !== null))
  const key = keyRows(
    PROTOCOLS.map(({ name, label }) => ({ label, className: `mix mix-${name}` })),
    width,
  )
  const top = key.height + 12
  const box = { left: 1, right: width - 22, top, bottom: top + arms.length * ROW }
  const words = {
    summary: summarize(arms),
    note: `Mean share of answered requests. ${countsNote(data.arms)}.`,
    table: tableOf(arms),
  }
  if (arms.length === 0) return emptyChart(words, options)
  const x = scaleLinear([0, 1], [box.left, box.right])
  return drawnChart(words, options, {
    height: box.bottom + 44,
    marks: [
      key.marks,
      bottomAxis(shareTicks(x), 'share of answered requests →', box, true),
      arms.map((arm, row) => drawArm(arm, box, x, row)),
    ],
    readOut: { nearest: 'y', line: null, stops: arms.map((arm, row) => stopAt(arm, box, row)) },
  })
}

/** `75.0 % HTTP/2, 25.0 % HTTP/3`. */
function mixWords({ shares }: MixArm): string {
  return PROTOCOLS.filter(({ name }) => (shares[name] ?? 0) > 0)
    .map(({ name, label }) => `${share(shares[name] ?? 0)} ${label}`)
    .join(', ')
}

function summarize(arms: readonly MixArm[]): string {
  if (arms.length === 0) return 'No valid sample says which protocol its requests used.'
  return `${arms.map((arm) => `${armLabel(arm.arm)} arm: ${mixWords(arm)}`).join('; ')}.`
}

function tableOf(arms: readonly MixArm[]): DataTable {
  return {
    columns: ['arm', ...PROTOCOLS.map(({ label }) => label), 'n', 'left out'],
    rows: arms.map((arm) => [
      armLabel(arm.arm),
      ...PROTOCOLS.map(({ name }) => arm.shares[name]),
      arm.n,
      arm.leftOut,
    ]),
  }
}

function barTop({ top }: PlotBox, row: number): number {
  return top + row * ROW + 20
}

function drawArm({ arm, shares }: MixArm, box: PlotBox, x: (share: number) => number, row: number): Child {
  const top = barTop(box, row)
  let start = 0
  const parts = PROTOCOLS.map((protocol): Child => {
    const part = shares[protocol.name] ?? 0
    const left = x(start)
    start += part
    return part === 0 ? null : drawPart(protocol, part, { left, right: x(start), top })
  })
  return [h('text', { class: 'row-label strong', x: box.left, y: top - 6 }, `${armLabel(arm)} arm`), ...parts]
}

function drawPart(
  { name, label }: (typeof PROTOCOLS)[number],
  part: number,
  { left, right, top }: Omit<PlotBox, 'bottom'>,
): Child {
  const words = `${label} ${share(part)}`
  return [
    h('rect', {
      class: `mix mix-${name}`,
      x: left,
      y: top,
      width: Math.max(0.5, right - left - 1),
      height: BAR,
    }),
    textWidth(words, 11) + 8 < right - left
      ? h('text', { class: 'in-mix', x: (left + right) / 2, y: top + 15, 'text-anchor': 'middle' }, words)
      : null,
  ]
}

function stopAt(arm: MixArm, box: PlotBox, row: number) {
  const top = barTop(box, row)
  return {
    x: box.left,
    y: top + BAR / 2,
    box: { x: box.left, y: top - 1, width: box.right - box.left, height: BAR + 2 },
    text: `${armLabel(arm.arm)} arm: ${mixWords(arm)}; n = ${integer(arm.n)}`,
  }
}
