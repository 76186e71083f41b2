import type { Estimate, FactorValue } from '../../figures/column.ts'
import { levelWords } from '../../figures/factor-terms.ts'
import type { HandshakeCost } from '../../figures/handshake-cost.ts'
import type { HandshakeSteps } from '../../figures/handshake-steps.ts'
import type { PlainFigures } from '../../figures/plain-figures.ts'
import type { Staircase } from '../../figures/staircase.ts'
import type { UdpPrice } from '../../figures/udp-price.ts'
import type { PaperLinesData, PaperPoint } from './paper-lines-data.ts'

/** A chart of one condition of a lab run. */
export interface LabRunLines {
  /** Sets it apart from the others. */
  readonly series: string
  readonly data: PaperLinesData
}

type Factors = Readonly<Record<string, FactorValue>>

const THEORY = {
  label: 'theory',
  word: 'theory',
  note: 'Open marks: the whole round trips that theory says.',
} as const

/** Draws what each visit saves over a cold one against the round trip, with what theory says. */
export function staircaseLines(rows: Staircase['rows']): LabRunLines[] {
  return grouped(rows, ({ visit, factors }) => words({ visit, ...factors })).map(([series, own]) => {
    const printed = own.flatMap(({ rttMs, expectedMs }): PaperPoint[] =>
      expectedMs === null ? [] : [{ x: rttMs, y: expectedMs, limits: null, n: null }],
    )
    return {
      series,
      data: {
        ...{ xLabel: 'round trip, ms', yLabel: 'saved over a cold visit, ms', isLog: false },
        ...{ printed: distinct(printed), printedAs: THEORY },
        lines: linesOf(own, (row) => pointOf(row.rttMs, row.savedMs, row.n)),
      },
    }
  })
}

/** Draws what a longer handshake costs a page, against its bytes, with the places where servers stopped. */
export function handshakeLines(rows: HandshakeCost['rows'], steps: HandshakeSteps['rows']): LabRunLines[] {
  return grouped(rows, ({ condition }) => words(condition)).flatMap(([series, own]) => {
    const lines = linesOf(own, ({ handshakeBytes, cost, n }) =>
      handshakeBytes === null ? [] : pointOf(handshakeBytes / 1_000, cost, n),
    )
    if (lines.every(({ points }) => points.length === 0)) return []
    return [
      {
        series,
        data: {
          ...{
            xLabel: 'bytes of the server’s handshake, kB',
            yLabel: 'more than the shortest, ms',
            isLog: false,
          },
          ...{ printed: [], printedAs: THEORY, lines },
          steps: steps.flatMap(({ condition, arm, limitBytes }) =>
            limitBytes === null || words(condition) !== series ? [] : [{ arm, x: limitBytes / 1_000 }],
          ),
        },
      },
    ]
  })
}

/** Draws what announcing HTTP/3 costs behind each path of UDP. */
export function udpLines(rows: UdpPrice['rows']): LabRunLines[] {
  return grouped(rows, ({ condition, visit }) => words({ ...condition, visit })).map(([series, own]) => {
    const xNames = [...new Set(own.map(({ udp }) => udp))]
    return {
      series,
      data: {
        ...{ xLabel: 'UDP on the way', yLabel: 'price of announcing HTTP/3, ms', isLog: false },
        ...{ printed: [], printedAs: THEORY, xNames },
        lines: linesOf(own, ({ udp, price, n }) => pointOf(xNames.indexOf(udp), price, n)),
      },
    }
  })
}

type Rows = readonly never[]

/** Lines that charts of a plain figure are made of; steps are rows of `handshakeSteps`. */
export const CHART_LINES: Partial<
  Record<PlainFigures['name'], (rows: Rows, steps: Rows) => readonly LabRunLines[]>
> = { staircase: staircaseLines, handshakeCost: handshakeLines, udpPrice: udpLines }

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [string, Row[]][] {
  return [...Map.groupBy(rows, keyOf)]
}

const words = (factors: Factors): string =>
  Object.entries(factors)
    .map(([name, value]) => levelWords(name, value))
    .filter((word) => word !== '')
    .join(', ')

function linesOf<Row extends { readonly arm: string }>(
  rows: readonly Row[],
  pointsOf: (row: Row) => readonly PaperPoint[],
): PaperLinesData['lines'] {
  return grouped(rows, ({ arm }) => arm).map(([arm, own]) => ({
    arm,
    points: own.flatMap(pointsOf).toSorted((a, b) => a.x - b.x),
  }))
}

function pointOf(x: number, found: Estimate | null, n: number): PaperPoint[] {
  if (found === null) return []
  const { value: y, low, high } = found
  return [{ x, y, n, limits: low === null || high === null ? null : [low, high] }]
}

/** Theory says the same of several protocols. */
function distinct(points: readonly PaperPoint[]): PaperPoint[] {
  return [...new Map(points.map((point) => [`${point.x} ${point.y}`, point])).values()]
}
