import assert from 'node:assert/strict'
import type { FixtureSample } from '../fixture.ts'

/** The values that an arm of a site has of a metric. */
export function valuesOf(
  samples: readonly FixtureSample[],
  site: number,
  arm: string,
  metric: string,
): number[] {
  return samples
    .filter((sample) => sample.site === site && sample.arm === arm && sample.state === 'valid')
    .flatMap(({ metrics }) => metrics[metric] ?? [])
}

/** R-7 by its definition. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * p
  const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN]
  return low + (place - Math.floor(place)) * (high - low)
}

/** A cell of CSV holds the value as its clock or computation resolves it, without the digits of floating point. */
export function roundedCell(cell: string | undefined, value: number, heading: string): void {
  const resolution = /(^|_)ms|Ms$/.test(heading) ? 0.001 : 1e-5 * Math.abs(value)
  assert.ok(
    cell !== undefined && cell !== '' && Math.abs(Number(cell) - value) <= 0.51 * resolution,
    `${heading}: ${cell} is not ${value}`,
  )
  const digits = cell.replace(/e.*/, '').replaceAll(/\D/g, '')
  assert.ok(Number.isInteger(value) || digits.length <= 10, `${heading}: ${cell} has ${digits.length} digits`)
}

/** Equal but for rounding. */
export const near = (a: number | null | undefined, b: number): void =>
  assert.ok(a != null && Math.abs(a - b) < 1e-9 * Math.abs(b) + 1e-12, `${a} is not ${b}`)
