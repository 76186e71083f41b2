import { type Child, h } from '../dom/h.ts'
import { bottomAxis, type PlotBox, type Scale } from './axis.ts'
import { logTicks } from './log-ticks.ts'

export interface GainAxis {
  /** The axis says `gain` alone where it is narrow. */
  readonly wide: boolean
  readonly box: PlotBox
  readonly x: Scale
  /** Ends of the axis. */
  readonly gains: readonly [number, number]
}

/** A log axis of gains with a line at 1, where there is no difference. */
export function gainAxis(measure: string, { wide, box, x, gains }: GainAxis): Child[] {
  return [
    bottomAxis(
      logTicks(...gains).map((tick) => ({ position: x(tick), label: `${tick}×` })),
      wide ? `${measure}, logarithmic →` : 'gain, logarithmic →',
      box,
      true,
    ),
    h('line', { class: 'one', x1: x(1), x2: x(1), y1: box.top - 6, y2: box.bottom }),
    h('text', { class: 'side', x: x(1) - 8, y: box.top - 12, 'text-anchor': 'end' }, '← slower'),
    h('text', { class: 'side', x: x(1) + 8, y: box.top - 12 }, 'faster →'),
  ]
}
