/**
 * Round values of a ratio scale within [low, high]: 1, 2, 5 times powers of ten, or finer where that leaves fewer than
 * three, always with 1 where it is inside.
 */
export function logTicks(low: number, high: number): readonly number[] {
  for (const steps of [[1], [1, 2, 5], [1, 1.2, 1.5, 2, 3, 5, 7], null]) {
    const ticks = steps === null ? linear(low, high) : decades(low, high, steps)
    if (ticks.length >= (steps?.length === 1 ? 4 : 3)) return ticks
  }
  return linear(low, high)
}

function decades(low: number, high: number, steps: readonly number[]): number[] {
  const ticks: number[] = []
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const step of steps) ticks.push(Number((step * 10 ** power).toPrecision(6)))
  }
  return ticks.filter((tick) => tick >= low && tick <= high)
}

function linear(low: number, high: number): number[] {
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((multiple) => multiple * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(6)),
  )
}
