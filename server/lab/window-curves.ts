import { singleFileMs } from '../../model/single-file.ts'
import type { FactorValue, LabInitialWindow } from '../contract/contract.ts'
import { valueIn } from './lab-factors.ts'

type Row = LabInitialWindow['rows'][number]
type Curve = LabInitialWindow['curves'][number]

/** The part of a configured link that the model knows. */
export interface ModelLink {
  readonly rttMs: number
  /** Is null where unlimited. */
  readonly downMbps: number | null
}

/** Sizes lie half a percent of a decade apart: a step of the curve is where it belongs, within a pixel or two. */
const CURVE_SIZES = 301
/** Factor beyond the smallest and the largest file. */
const BEYOND = 2

/** Sizes that a curve is drawn over, from below the smallest file to above the largest; none without a file. */
export function curveSizes(rows: readonly Row[]): number[] {
  const sizes = rows.flatMap(({ fileBytes }) => fileBytes ?? [])
  if (sizes.length === 0) return []
  const [low, high] = [Math.min(...sizes) / BEYOND, Math.max(...sizes) * BEYOND]
  return Array.from({ length: CURVE_SIZES }, (_, index) =>
    Math.round(low * (high / low) ** (index / (CURVE_SIZES - 1))),
  )
}

/** The expected gain over sizes; one curve for all files of a condition, an arm and a pair of windows. */
export function windowCurve(
  { factors, arm, smallWindow, largeWindow }: Row,
  { rttMs, downMbps }: ModelLink,
  sizes: readonly number[],
): Curve {
  const { page: _page, ...condition } = factors
  const thinkMs = numberOr0(valueIn(factors, 'thinkMs'))
  return {
    ...{ factors: condition, arm, smallWindow, largeWindow },
    gains: sizes.map((sizeBytes) => {
      const file = { sizeBytes, arm, rttMs, downMbps, thinkMs }
      return singleFileMs(file, smallWindow) / singleFileMs(file, largeWindow)
    }),
  }
}

function numberOr0(value: FactorValue | undefined): number {
  return typeof value === 'number' ? value : 0
}
