import { count, integer, quantity } from '../../figures/quantity.ts'
import { armClass, armLabel } from './arm.ts'
import type { Stop } from './chart.ts'
import type { UserLine, UserLinesData, UserLinesLayout, UserPoint } from './user-lines-data.ts'

interface PointOfLine {
  readonly line: UserLine
  readonly point: UserPoint
}

/** Makes the read-out of lines over users: a stop for each number of users that a line has a point of. */
export function userStops(data: UserLinesData, { box, x, y, users }: UserLinesLayout): readonly Stop[] {
  return users.map((at): Stop => {
    const found = data.lines.flatMap((line): PointOfLine[] => {
      const point = line.points.find((each) => each.users === at)
      return point === undefined ? [] : [{ line, point }]
    })
    const title = count(Math.round(at), 'user')
    return {
      x: x(at),
      y: box.top,
      text: `${title}: ${found.map(({ line, point }) => `${nameOf(line)} ${valueText(data, point)}`).join(' · ')}`,
      dots: found.flatMap(({ line, point }) =>
        point.median === null ? [] : [{ x: x(at), y: y(point.median), className: armClass(line.arm) }],
      ),
      details: () => ({
        title,
        heads: ['', data.measure, 'range', 'n'],
        rows: found.map(({ line, point }) => [
          nameOf(line),
          medianText(data, point.median),
          rangeText(data, point),
          integer(point.n),
        ]),
      }),
    }
  })
}

function nameOf({ arm, what }: UserLine): string {
  return what === null ? armLabel(arm) : `${armLabel(arm)} ${what}`
}

/** `1,204 ms (1,100 ms to 1,300 ms)`. */
function valueText(data: UserLinesData, point: UserPoint): string {
  const median = medianText(data, point.median)
  return point.n < 2 || point.median === null ? median : `${median} (${rangeText(data, point)})`
}

function medianText({ unit, above }: UserLinesData, median: number | null): string {
  return median === null ? above : quantity(median, unit)
}

function rangeText({ unit }: UserLinesData, { lowest, highest }: UserPoint): string {
  const [low, high] = [lowest, highest].map((value) => (value === null ? 'not known' : quantity(value, unit)))
  return low === high ? (low ?? '') : `${low} to ${high}`
}
