import type { Field } from './field.ts'

interface TableIndex {
  /** Index of the first entry with this name. */
  indexOfName(name: string): number | undefined
  indexOfField(field: Field): number | undefined
}

/** `first`: the index of the table's first entry, 1 in HPACK and 0 in QPACK. */
export function indexTable(table: readonly Field[], first: number): TableIndex {
  const names = new Map<string, number>()
  const entries = new Map<string, number>()
  for (const [position, [name, value]] of table.entries()) {
    if (!names.has(name)) names.set(name, first + position)
    entries.set(`${name}\n${value}`, first + position)
  }
  return {
    indexOfName: (name) => names.get(name),
    indexOfField: ([name, value]) => entries.get(`${name}\n${value}`),
  }
}
