import { type Recognisable, withoutQuery } from './find-again.ts'

/**
 * Parameters of queries that have other values in each load, by method and URL without query: no value of one load is seen
 * in another, of two loads at least. Where several requests differ by their query alone, as pages of a list do, their values
 * come again in each load.
 */
export function volatileParameters(
  loads: readonly (readonly Recognisable[])[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const byLoad = loads.map((requests) => Map.groupBy(requests, withoutQuery))
  for (const key of new Set(byLoad.flatMap((groups) => [...groups.keys()]))) {
    const values = byLoad.map((groups) => valuesByName(groups.get(key) ?? []))
    const names = new Set(values.flatMap((each) => [...each.keys()]))
    const volatile = [...names].filter((name) => isVolatile(values.flatMap((each) => each.get(name) ?? [])))
    if (volatile.length > 0) found.set(key, volatile)
  }
  return found
}

function valuesByName(requests: readonly Recognisable[]): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>()
  for (const { url } of requests)
    for (const [name, value] of URL.parse(url)?.searchParams ?? [])
      byName.set(name, (byName.get(name) ?? new Set()).add(value))
  return byName
}

/** @param values of each load that has the parameter */
function isVolatile(values: readonly Set<string>[]): boolean {
  const all = new Set(values.flatMap((each) => [...each]))
  return values.length > 1 && all.size === values.reduce((sum, { size }) => sum + size, 0)
}
