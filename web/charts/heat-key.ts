import { h, type VNode } from '../dom/h.ts'
import type { HeatScale } from './heat-scale.ts'
import { textWidth } from './text-width.ts'

/** The nine colours of a scale with what they mean; of those that leave no room, the ends and the middle. */
export function heatKey({ bins, ends: [first, last] }: HeatScale, width: number): VNode {
  const left = textWidth(first, 11) + 8
  const swatch = Math.min(62, (width - left - textWidth(last, 11) - 8) / bins.length)
  const fits = (words: string) => textWidth(words, 11) + 4 < swatch
  const all = bins.every(fits)
  return h(
    'g.key',
    h('text', { class: 'side', x: 0, y: 13 }, first),
    bins.map((words, bin) => [
      h('rect', {
        class: `gain-bin gain-bin-${bin}`,
        x: left + bin * swatch,
        y: 3,
        width: swatch - 1,
        height: 13,
      }),
      all || bin % 4 === 0
        ? h(
            'text',
            {
              class: 'tick-label',
              x: left + (bin === 0 ? 0 : bin === 8 ? 9 : bin + 0.5) * swatch,
              y: 30,
              'text-anchor': bin === 0 ? 'start' : bin === 8 ? 'end' : 'middle',
            },
            words,
          )
        : null,
    ]),
    h('text', { class: 'side', x: left + bins.length * swatch + 6, y: 13 }, last),
  )
}
