import type { FactorGroup, FactorLevel } from './factor-groups.ts'

/** Whether each level of the one occurs together with each level of the other in some cell. */
export function areCrossed(one: FactorGroup, other: FactorGroup): boolean {
  const met = new Set(
    one.levelOf.map((level, cell) => level * other.levels.length + (other.levelOf[cell] as number)),
  )
  return met.size === one.levels.length * other.levels.length
}

/**
 * Several factors as one, whose levels are the combinations that occur: a model of it says nothing of those that do not.
 *
 * @param groups one or more, of the same cells
 */
export function joinedFactors(groups: readonly FactorGroup[]): FactorGroup {
  const places = new Map<string, number>()
  const levels: (readonly FactorLevel[])[] = []
  const cells = groups[0]?.levelOf ?? []
  const levelOf = cells.map((_, cell) => {
    const key = groups.map((group) => group.levelOf[cell]).join()
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, levels.length)
    return levels.push(groups.flatMap((group) => group.levels[group.levelOf[cell] as number] ?? [])) - 1
  })
  return { names: groups.flatMap(({ names }) => names), levels, levelOf }
}
