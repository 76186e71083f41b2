export type FactorLevel = string | number | boolean | null

/** One factor, or several that change together, so that nothing tells their effects apart. */
export interface FactorGroup {
  readonly names: readonly string[]
  /** Ascending; of each, the level of every name in their order. */
  readonly levels: readonly (readonly FactorLevel[])[]
  /** Says which level each cell has, an index into `levels`. */
  readonly levelOf: readonly number[]
}

/**
 * The factors that differ between cells, by name; those that always change together are one. A factor that a cell does
 * not have is null there.
 */
export function factorGroups(cells: readonly Readonly<Record<string, FactorLevel>>[]): FactorGroup[] {
  const names = [...new Set(cells.flatMap((factors) => Object.keys(factors)))].sort()
  const partitions = Map.groupBy(names, (name) => partitionOf(cells.map((factors) => levelIn(factors, name))))
  return [...partitions.values()]
    .map((together) => groupOf(together, cells))
    .filter(({ levels }) => levels.length > 1)
}

/** Equal for factors that part the cells alike: each level by the order in which it first occurs. */
function partitionOf(levels: readonly FactorLevel[]): string {
  const numbers = new Map<FactorLevel, number>()
  return levels
    .map((level) => {
      const number = numbers.get(level) ?? numbers.size
      numbers.set(level, number)
      return number
    })
    .join()
}

function groupOf(
  names: readonly string[],
  cells: readonly Readonly<Record<string, FactorLevel>>[],
): FactorGroup {
  const ofCells = cells.map((factors) => names.map((name) => levelIn(factors, name)))
  const byKey = new Map(ofCells.map((levels) => [JSON.stringify(levels), levels]))
  const ordered = [...byKey].sort(([, a], [, b]) => compareLevels(a, b))
  const place = new Map(ordered.map(([key], index) => [key, index]))
  return {
    names,
    levels: ordered.map(([, levels]) => levels),
    levelOf: ofCells.map((levels) => place.get(JSON.stringify(levels)) as number),
  }
}

function levelIn(factors: Readonly<Record<string, FactorLevel>>, name: string): FactorLevel {
  return Object.hasOwn(factors, name) ? (factors[name] ?? null) : null
}

function compareLevels(a: readonly FactorLevel[], b: readonly FactorLevel[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? null
    if (one === other) continue
    if (typeof one === 'number' && typeof other === 'number') return one - other
    return String(one) < String(other) ? -1 : 1
  }
  return 0
}
