/** `34.2 %`, of 0.342. */
export function percentText(share: number, digits: number): string {
  return `${(100 * share).toFixed(digits)} %`
}

/** `31.0–37.5`, beside a value with its unit. */
export function percentRange(
  { low, high }: { readonly low: number; readonly high: number },
  digits: number,
): string {
  return `${(100 * low).toFixed(digits)}–${(100 * high).toFixed(digits)}`
}
