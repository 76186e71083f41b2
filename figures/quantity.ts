import { format } from 'd3-format'
import { ratioRangeText, ratioText } from '../model/ratio-text.ts'

const whole = format(',.0f')

/** Three significant digits, without exponents and with thousands apart: 0.0431, 4.31, 43.1, 431, 4,310. */
export function significant(value: number): string {
  const size = Math.abs(value)
  if (size >= 100 || value === 0) return whole(value).replace('-', '−')
  const digits = size >= 10 ? 1 : size >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(size)))
  return format(`,.${digits}f`)(value).replace('-', '−')
}

/** `431 ms`; from 10 s on in seconds. @param largest of the times that stand in one unit; default: this one */
export function milliseconds(ms: number, largest = ms): string {
  return largest >= 10_000 ? `${significant(ms / 1000)} s` : `${significant(ms)} ms`
}

/** A value with its unit; fractions as percent, bytes in the largest unit that fits `largest`, which is the value by default. */
export function quantity(value: number, unit: string, largest = value): string {
  if (unit === 'ms') return milliseconds(value, largest)
  if (unit === 'fraction') return share(value)
  if (unit === 'bytes') return bytes(value, largest)
  return unit === 'count' ? tally(value) : `${significant(value)} ${unit}`
}

export function bytes(value: number, largest = value): string {
  if (largest >= 1e9) return `${significant(value / 1e9)} GB`
  if (largest >= 1e6) return `${significant(value / 1e6)} MB`
  return largest >= 1e3 ? `${significant(value / 1e3)} kB` : `${whole(value)} B`
}

/** Writes it as on an axis, where every tick is a round number: without zeros at the end. */
export function tickLabel(value: number, unit: string, largest = value): string {
  return quantity(value, unit, largest).replace(/\.0+(?!\d)|(\.\d*[1-9])0+(?!\d)/, '$1')
}

/**
 * The ticks of an axis in one unit: that of the largest, `5 s, 10 s`, unless the smallest would be less than a tenth of it:
 * `5 kB, 1,000 kB`.
 */
export function tickLabels(ticks: readonly number[], unit: string): readonly string[] {
  const sizes = ticks.map(Math.abs).filter((size) => size > 0)
  // Times go over to seconds at ten of them, bytes at one of the larger unit.
  const size = Math.min(Math.max(...sizes), (unit === 'ms' ? 100 : 10) * Math.min(...sizes))
  return ticks.map((tick) => tickLabel(tick, unit, sizes.length === 0 ? tick : size))
}

/** A number of things, or the median of such numbers: `32`, `32.5`. */
export function tally(value: number): string {
  return Number.isInteger(value) ? whole(value) : significant(value)
}

/** Writes three digits without zeros at the end, as figures that may be whole or not are written: `40`, `28.6`. */
export function figureNumber(value: number): string {
  return tickLabel(value, 'count')
}

/** `1.42×`; `1.004×` where two decimals would hide the difference. */
export function gain(value: number): string {
  return `${ratioText(value)}×`
}

/** `1.39–1.45`. */
export function range(limits: readonly [number, number]): string {
  return ratioRangeText(limits)
}

/** `34.2 %`, from 0.342. */
export function share(fraction: number): string {
  const percent = 100 * fraction
  return `${percent === 0 || percent === 100 ? percent : format(percent < 10 ? '.2f' : '.1f')(percent)} %`
}

/** `1 sample`, `1,204 samples`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${whole(n)} ${n === 1 ? one : many}`
}

/** A number of things as a whole number with thousands apart. */
export function integer(n: number): string {
  return whole(n)
}
