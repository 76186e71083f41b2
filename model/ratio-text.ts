/** A ratio as text: `1.42`; `1.004`, for two decimals would say that there is no difference at all; `12.3`. */
export function ratioText(value: number): string {
  return value.toFixed(looksLikeOne(value) ? 3 : value >= 10 ? 1 : 2)
}

/** `1.39–1.45`; with a third decimal where two are equal, or hide on which side of 1 an end lies. */
export function ratioRangeText([low, high]: readonly [number, number]): string {
  const equal = low.toFixed(2) === high.toFixed(2) && low.toFixed(3) !== high.toFixed(3)
  const digits = high >= 10 ? 1 : equal || looksLikeOne(low) || looksLikeOne(high) ? 3 : 2
  return `${low.toFixed(digits)}–${high.toFixed(digits)}`
}

function looksLikeOne(value: number): boolean {
  return value !== 1 && value.toFixed(2) === '1.00'
}
