import { area, line } from 'd3-shape'
import { type Child, h } from '../dom/h.ts'
import { armClass, armStyle } from './arm.ts'
import { shapeMark } from './shape.ts'
import type { LimitCrossing, UserLine, UserLinesData, UserLinesLayout, UserPoint } from './user-lines-data.ts'

export function limitLine({ limit }: UserLinesData, { box, y }: UserLinesLayout): Child {
  if (limit === null) return null
  const top = y(limit.value)
  return [
    h('line', { class: 'limit-line', x1: box.left, x2: box.right, y1: top, y2: top }),
    h(
      'text',
      { class: 'side over-lines', x: box.right, y: top - 6, 'text-anchor': 'end' },
      `limit ${limit.text}`,
    ),
  ]
}

/** A line with its range and marks; crosses above the plot where a value is above all that are known. */
export function lineMarks({ arm, isSecond, points }: UserLine, layout: UserLinesLayout): Child {
  const { box, x, y, aboveY } = layout
  const place = (value: number | null): number => (value === null ? box.top : y(value))
  const path = line<UserPoint>(
    (point) => x(point.users),
    (point) => place(point.median),
  )
    .defined(({ median }) => median !== null)
    .digits(2)
  const band = area<UserPoint>(
    (point) => x(point.users),
    (point) => place(point.lowest),
    (point) => place(point.highest),
  ).digits(2)
  const { dash, shape } = armStyle(arm)
  const lineClass = `line${isSecond ? ' thin' : ''} ${armClass(arm)}`
  const curve = h('path', { class: lineClass, 'stroke-dasharray': dash, d: path([...points]) })
  if (isSecond) return curve
  return [
    points.every(({ n }) => n < 2)
      ? null
      : h('path', { class: `band ${armClass(arm)}`, d: band([...points]) }),
    curve,
    points.map(({ users, median }) =>
      median === null
        ? shapeMark('cross', x(users), aboveY(arm), 3, `left-out ${armClass(arm)}`)
        : shapeMark(shape, x(users), y(median), 2.5, `dot ${armClass(arm)}`),
    ),
  ]
}

/** Stands on the line of the limit; where it is a lower bound, an arrow to more. */
export function crossingMarks(
  { arm, users, between, isLowerBound }: LimitCrossing,
  { limit }: UserLinesData,
  { x, y }: UserLinesLayout,
): Child {
  if (limit === null) return null
  const [left, top] = [x(users), y(limit.value)]
  const arrow = `M${left - 10},${top}H${left}M${left - 5},${top - 5}L${left},${top}L${left - 5},${top + 5}`
  return h(
    'g',
    { class: `crossing ${armClass(arm)}` },
    between === null
      ? null
      : h('line', { class: 'interval', x1: x(between[0]), x2: x(between[1]), y1: top, y2: top }),
    isLowerBound
      ? h('path', { class: 'left-out', d: arrow })
      : shapeMark(armStyle(arm).shape, left, top, 6, 'left-out'),
  )
}
