import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { armClass, armStyle } from '../../web/charts/arm.ts'
import { bottomAxis, leftAxis } from '../../web/charts/axis.ts'
import { tickLabel } from '../../web/charts/quantity.ts'
import { h, type VNode } from '../../web/dom/h.ts'
import { armOf, protocolWord } from '../../web/har/protocol-words.ts'
import type { Place } from './place.ts'

const HEIGHT = 170

/** Curves of one source with a line where this load lies. */
export function placeChart(places: readonly Place[], loadMs: number, width: number): VNode {
  const box = { left: 40, right: width - 24, top: 22, bottom: HEIGHT - 36 }
  // The slowest loads of the web take minutes: they would press all others to the edge.
  const high = Math.max(loadMs * 1.05, ...places.map(({ curve }) => quantileMs(curve, 0.95)))
  const x = scaleLinear([0, high], [box.left, box.right]).clamp(true)
  const y = scaleLinear([0, 1], [box.bottom, box.top])
  const path = line<Place['curve'][number]>(
    ({ ms }) => x(ms),
    ({ p }) => y(p),
  ).digits(2)
  const loadX = x(loadMs)
  const shares = places.map(
    ({ proto, slower }) => `${protocolWord(proto)}: faster than ${Math.round(100 * slower)} %`,
  )
  return h(
    'svg',
    {
      ...{ class: 'chart', viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: 'img' },
      'aria-label': `Share of loads at or below a page load time. This load: ${shares.join('; ')}.`,
    },
    leftAxis(
      [0, 0.5, 1].map((p) => ({ position: y(p), label: `${100 * p} %` })),
      'share of loads at or below',
      box,
    ),
    bottomAxis(
      x.ticks(4).map((tick) => ({ position: x(tick), label: tickLabel(tick, 'ms') })),
      'page load time →',
      box,
    ),
    places.map(({ proto, curve }) =>
      h('path', {
        class: `curve ${armClass(armOf(proto) ?? proto)}`,
        'stroke-dasharray': armStyle(armOf(proto) ?? proto).dash,
        d: path(curve.filter(({ ms }) => ms <= high)),
      }),
    ),
    h('line', { class: 'this-load', x1: loadX, x2: loadX, y1: box.top - 4, y2: box.bottom }),
    h(
      'text',
      {
        class: 'this-load-label',
        x: loadX + (loadX > width / 2 ? -5 : 5),
        y: box.top + 4,
        'text-anchor': loadX > width / 2 ? 'end' : 'start',
      },
      'this load',
    ),
  )
}

function quantileMs(curve: Place['curve'], p: number): number {
  return curve.find((point) => point.p >= p)?.ms ?? 0
}
