import type { LoadIntervalRow } from '../../../server/contract/contract.ts'
import type { UserPoint } from '../../charts/user-lines-data.ts'

/** A value of an interval; null: above all that are known; undefined: there is none. */
export type ReadInterval = (row: LoadIntervalRow) => number | null | undefined

/** Loads of one arm by number of interval: the median of the repetitions with their range. */
export function overRepetitions(
  rows: readonly LoadIntervalRow[],
  intervalMs: number,
  read: ReadInterval,
): readonly UserPoint[] {
  const intervals = Map.groupBy(rows, ({ fromMs }) => Math.round(fromMs / intervalMs))
  return [...intervals]
    .sort(([a], [b]) => a - b)
    .flatMap(([, alike]): UserPoint[] => {
      const values = alike
        .flatMap((row) => read(row) ?? (read(row) === null ? [Infinity] : []))
        .sort((a, b) => a - b)
      if (values.length === 0) return []
      const users = alike.map(({ usersFrom, usersTo }) => (usersFrom + usersTo) / 2)
      return [
        {
          users: users.reduce((sum, each) => sum + each, 0) / users.length,
          n: values.length,
          median: finite(median(values)),
          lowest: finite(values[0]),
          highest: finite(values.at(-1)),
        },
      ]
    })
}

/** Takes ascending values, one at least. */
export function median(values: readonly number[]): number {
  const [low = Infinity, high = Infinity] = [values[(values.length - 1) >> 1], values[values.length >> 1]]
  return (low + high) / 2
}

function finite(value: number | undefined): number | null {
  return value === undefined || value === Infinity ? null : value
}
