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

/** `431 ms`; from 10 s on in seconds. */
export function milliseconds(ms: number): string {
  return ms >= 10_000 ? `${significant(ms / 1000)} s` : `${significant(ms)} ms`
}

/** A value with its unit; fractions as percent, bytes in the largest fitting decimal unit. */
export function quantity(value: number, unit: string): string {
  if (unit === 'ms') return milliseconds(value)
  if (unit === 'fraction') return share(value)
  if (unit === 'bytes') return bytes(value)
  return unit === 'count' ? tally(value) : `${significant(value)} ${unit}`
}

export function bytes(value: number): string {
  if (value >= 1e9) return `${significant(value / 1e9)} GB`
  if (value >= 1e6) return `${significant(value / 1e6)} MB`
  return value >= 1e3 ? `${significant(value / 1e3)} kB` : `${whole(value)} B`
}

/** As an axis writes it, where every tick is a round number: without zeros at the end. */
export function tickLabel(value: number, unit: string): string {
  return quantity(value, unit).replace(/\.0+(?!\d)|(\.\d*[1-9])0+(?!\d)/, '$1')
}

/** A number of things, or the median of such numbers: `32`, `32.5`. */
export function tally(value: number): string {
  return Number.isInteger(value) ? whole(value) : significant(value)
}

/** To three digits without zeros at the end, as figures that may be whole or not are written: `40`, `28.6`. */
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
