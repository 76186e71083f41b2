import { area, line } from 'd3-shape'
import { type Child, h } from '../dom/h.ts'
import { armClass, armStyle } from './arm.ts'
import type { Scale } from './axis.ts'
import { shapeMark } from './shape.ts'

interface Place {
  readonly x: number
  readonly y: number
  readonly limits: readonly [number, number] | null
}

/** A line with marks for each arm, and behind all lines their intervals as bands. */
export function armLines<Point>(
  lines: readonly { readonly arm: string; readonly points: readonly Point[] }[],
  placeOf: (point: Point) => Place,
  x: Scale,
  y: Scale,
): Child {
  const path = line<Place>(
    (place) => x(place.x),
    (place) => y(place.y),
  ).digits(2)
  const band = area<Place>(
    (place) => x(place.x),
    (place) => y(place.limits?.[0] ?? place.y),
    (place) => y(place.limits?.[1] ?? place.y),
  )
    .defined(({ limits }) => limits !== null)
    .digits(2)
  const placed = lines.map(({ arm, points }) => ({ arm, places: points.map(placeOf) }))
  return [
    placed.map(({ arm, places }) => h('path', { class: `band ${armClass(arm)}`, d: band(places) })),
    placed.map(({ arm, places }) => [
      h('path', {
        class: `line ${armClass(arm)}`,
        'stroke-dasharray': armStyle(arm).dash,
        d: path(places),
      }),
      places.map((place) =>
        shapeMark(armStyle(arm).shape, x(place.x), y(place.y), 3.5, `dot ${armClass(arm)}`),
      ),
    ]),
  ]
}
