import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { tickLabel } from '../../figures/quantity.ts'
import { armClass, armStyle } from '../../web/charts/arm.ts'
import { bottomAxis, leftAxis, type PlotBox, placedTicks } from '../../web/charts/axis.ts'
import { h, type VNode } from '../../web/dom/h.ts'
import { armOf, protocolWord } from '../../web/har/protocol-words.ts'
import type { Published } from './place.ts'

const HEIGHT = 170

/** Curves of one source. @param loadMs where a line shows this load; null: it is not shown */
export function placeChart(places: readonly Published[], loadMs: number | null, width: number): VNode {
  const box = { left: 40, right: width - 24, top: 22, bottom: HEIGHT - 36 }
  // The slowest loads of the web take minutes: they would press all others to the edge.
  const high = Math.max((loadMs ?? 0) * 1.05, ...places.map(({ curve }) => quantileMs(curve, 0.95)))
  const x = scaleLinear([0, high], [box.left, box.right]).clamp(true)
  const y = scaleLinear([0, 1], [box.bottom, box.top])
  const path = line<Published['curve'][number]>(
    ({ ms }) => x(ms),
    ({ p }) => y(p),
  ).digits(2)
  const medians = places.map(
    ({ proto, medianMs }) => `${protocolWord(proto)}: median ${tickLabel(Math.round(medianMs), 'ms')}`,
  )
  return h(
    'svg',
    {
      ...{ class: 'chart', viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: 'img' },
      'aria-label': `Share of loads at or below a page load time. ${medians.join('; ')}.`,
    },
    leftAxis(
      [0, 0.5, 1].map((p) => ({ position: y(p), label: `${100 * p} %` })),
      'share of loads at or below',
      box,
    ),
    bottomAxis(placedTicks(x.ticks(4), 'ms', x), 'page load time →', box),
    places.map(({ proto, curve }) =>
      h('path', {
        class: `curve ${armClass(armOf(proto) ?? proto)}`,
        'stroke-dasharray': armStyle(armOf(proto) ?? proto).dash,
        d: path(curve.filter(({ ms }) => ms <= high)),
      }),
    ),
    loadMs === null ? null : thisLoad(x(loadMs), box, width),
  )
}

function thisLoad(loadX: number, box: PlotBox, width: number): VNode {
  const isRight = loadX > width / 2
  return h(
    'g',
    h('line', { class: 'this-load', x1: loadX, x2: loadX, y1: box.top - 4, y2: box.bottom }),
    h(
      'text',
      {
        ...{ class: 'this-load-label', x: loadX + (isRight ? -5 : 5), y: box.top + 4 },
        'text-anchor': isRight ? 'end' : 'start',
      },
      'this load',
    ),
  )
}

function quantileMs(curve: Published['curve'], p: number): number {
  return curve.find((point) => point.p >= p)?.ms ?? 0
}
