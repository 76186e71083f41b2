import type { RepeatedFigure } from '../../stats/load/repeated-figure.ts'

/** `98.2 (95.1–101)`, `≥ 188`; null where it is not known. */
export function figureText(figure: RepeatedFigure | null): string | null {
  if (figure === null) return null
  if (figure.bound !== null) return `≥ ${numberText(figure.value)}`
  const range = figure.interval?.map(numberText).join('–')
  return range === undefined ? numberText(figure.value) : `${numberText(figure.value)} (${range})`
}

/** To three digits, and never in powers of ten. */
export function numberText(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
