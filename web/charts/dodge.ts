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
  const order = positions
    .map((position, index) => ({ position, index }))
    .sort((a, b) => a.position - b.position)
  let floor = low
  for (const label of order) {
    label.position = Math.max(label.position, floor)
    floor = label.position + gap
  }
  let ceiling = high
  for (const label of order.toReversed()) {
    label.position = Math.min(label.position, ceiling)
    ceiling = label.position - gap
  }
  const moved: number[] = []
  for (const { position, index } of order) moved[index] = position
  return moved
}
