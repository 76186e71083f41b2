/**
 * Moves positions apart to at least `gap` px, as little as a single pass down and one back up can, within [low, high].
 *
 * @returns positions in the order given
 */
export function dodge(
  positions: readonly number[],
  gap: number,
  low: number,
  high: number,
): readonly number[] {
  const order = positions.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at)
  let floor = low
  for (const label of order) {
    label.at = Math.max(label.at, floor)
    floor = label.at + gap
  }
  let ceiling = high
  for (const label of order.toReversed()) {
    label.at = Math.min(label.at, ceiling)
    ceiling = label.at - gap
  }
  const moved: number[] = []
  for (const { at, index } of order) moved[index] = at
  return moved
}
