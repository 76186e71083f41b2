import type { PaperPointRow } from '../../figures/paper-points.ts'

export interface PaperPoint {
  readonly x: number
  readonly y: number
  /** Is null where there are too few rounds, and of printed values. */
  readonly limits: readonly [number, number] | null
  /** Rounds; null of printed values. */
  readonly n: number | null
}

export interface PaperLinesData {
  readonly xLabel: string
  readonly yLabel: string
  readonly isLog: boolean
  /** Points of SPDY, as printed, or of what `printedAs` says. */
  readonly printed: readonly PaperPoint[]
  /** Explains the open marks. Default: values of SPDY in print. */
  readonly printedAs?: { readonly label: string; readonly word: string; readonly note: string }
  /** Names of the places 0, 1, … of the axis: then nothing joins them. Default: they are numbers. */
  readonly xNames?: readonly string[]
  /** Places beyond which something takes longer, by the protocol that they are of. */
  readonly steps?: readonly { readonly arm: string; readonly x: number }[]
  /** Lines of today's protocols. */
  readonly lines: readonly { readonly arm: string; readonly points: readonly PaperPoint[] }[]
}

/** The rows of one series of a figure, as printed and under each protocol. */
export function paperLinesData(rows: readonly PaperPointRow[]): PaperLinesData {
  const [first] = rows
  const arms = [...new Set(rows.flatMap(({ arm }) => arm ?? []))]
  return {
    ...{ xLabel: first?.xLabel ?? '', yLabel: first?.yLabel ?? '', isLog: first?.isLog ?? false },
    printed: rows.filter(({ arm }) => arm === null).map(pointOf),
    lines: arms.map((arm) => ({ arm, points: rows.filter((row) => row.arm === arm).map(pointOf) })),
  }
}

function pointOf({ x, y, rounds }: PaperPointRow): PaperPoint {
  return {
    ...{ x, y: y.value, n: rounds },
    limits: y.low === null || y.high === null ? null : [y.low, y.high],
  }
}
